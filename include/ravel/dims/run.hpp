// SPDX-License-Identifier: BSL-1.0
// Walks an index map in row-major order as runs: consecutive positions whose addresses are equally spaced or chosen. One thread uses a
// walk; the dims must outlive it.
#pragma once

#include <ravel/dims/layer.hpp>

#include <memory>
#include <vector>

namespace ravel {

// Addresses that are equally spaced or chosen: element i has address + step * i, or address + step * gather[i].
struct address_row {
  index_t address = 0;
  index_t step = 0;
  const index_t* gather = nullptr;

  index_t at(index_t i) const { return address + step * (gather == nullptr ? i : gather[i]); }
  address_row from(index_t i) const {
    return gather == nullptr ? address_row{address + step * i, step} : address_row{address, step, gather + i};
  }
};

// A row of addresses for the positions position, position + 1, …, `count` of them.
struct run {
  index_t position;
  index_t address;
  index_t step;
  index_t count;
  const index_t* gather;  // or null; valid until the next run

  address_row row() const { return {address, step, gather}; }
};

namespace detail {

// Repeats something `count` times, each `step` addresses after the one before, or at the distances of `places`.
struct repetition {
  index_t count;
  index_t step;
  const index_t* places;  // or null

  index_t at(index_t i) const { return step * (places == nullptr ? i : places[i] - places[0]); }
};

// Equal runs in rows, and rows in planes. A row is one run, or two where its axis is rotated.
struct run_box {
  run first;
  run second;  // count 0 if there is none
  repetition rows;
  repetition planes;

  // One of the two runs of a row. Rows count through all planes.
  run in_row(const run& of, index_t row, index_t address) const {
    return {of.position + row * (first.count + second.count), of.address + address, of.step, of.count, of.gather};
  }
};

// Walks one layer, over the positions start, start + step, .... Runs count their positions from 0.
class layer_walk {
 public:
  explicit layer_walk(const layer& of);

  void start(index_t from, index_t step, index_t count);
  bool next(run_box& box);

 private:
  void seek(index_t position);
  void move_outer(std::size_t mode, index_t by);
  repetition repeat(std::size_t mode, index_t elements) const;
  bool whole_rows(run_box& box);
  run innermost_run();
  void gather(run& r);
  void pass(index_t count);

  const part& flat_;
  std::span<const mode> modes_;
  small_vector<index_t, 6> digits_;
  index_t outer_ = 0;  // base and all modes but the innermost, at the digits
  index_t from_ = 0;
  index_t step_ = 1;
  index_t count_ = 0;
  index_t done_ = 0;
  std::vector<index_t> scratch_;  // chosen positions of an ascending set
};

// Walks a layer and those below it: each run of the upper layer is walked through the lower ones.
class RAVEL_API run_walk {
 public:
  run_walk(const layer& top, index_t first, index_t last);
  run_walk(run_walk&&) noexcept;
  ~run_walk();

  bool next(run_box& box);

 private:
  struct descent;
  explicit run_walk(const layer& top);

  layer_walk here_;
  index_t first_ = 0;
  std::unique_ptr<descent> below_;
};

// Calls f with one value. False if f returns false, to stop.
template <class T, class F>
bool deliver(const T& what, F& f) {
  if constexpr (std::is_void_v<decltype(f(what))>) {
    f(what);
    return true;
  } else {
    return static_cast<bool>(f(what));
  }
}

// Copies the box next to the loop, so that the compiler knows that f cannot change it.
template <class F>
bool deliver_box(const run_box& box, F& f) {
  run first = box.first, second = box.second;
  const repetition rows = box.rows, planes = box.planes;
  const index_t length = first.count + second.count, first_address = first.address, second_address = second.address;
  for (index_t p = 0; p < planes.count; ++p) {
    const index_t plane = planes.at(p);
    for (index_t r = 0; r < rows.count; ++r) {
      const index_t row = plane + rows.at(r);
      first.address = first_address + row;
      if (!deliver(first, f)) return false;
      first.position += length;
      if (second.count == 0) continue;
      second.address = second_address + row;
      if (!deliver(second, f)) return false;
      second.position += length;
    }
  }
  return true;
}

// Gives the runs of a walk one by one, to be used in parts. A part is valid until more is requested.
class run_source {
 public:
  explicit run_source(run_walk walk) : walk_(std::move(walk)) {}

  // The number of positions left in the current run, or in the next one; 0 at the end.
  index_t left() {
    if (run_.count == 0) fetch();
    return run_.count;
  }

  // Takes at most left() positions. Copies members one by one: reading a struct as a whole is slow just after its members were written.
  run take(index_t count) {
    const run taken{run_.position, run_.address, run_.step, count, run_.gather};
    run_.position += count;
    run_.count -= count;
    if (run_.gather == nullptr) {
      run_.address += run_.step * count;
    } else {
      run_.gather += count;
    }
    return taken;
  }

 private:
  void fetch() {
    if (row_ == rows_) {
      row_ = rows_ = 0;
      if (!walk_.next(box_)) return;
      rows_ = box_.rows.count * box_.planes.count;
    }
    const index_t address = box_.planes.at(row_ / box_.rows.count) + box_.rows.at(row_ % box_.rows.count);
    run_ = box_.in_row(second_ ? box_.second : box_.first, row_, address);
    second_ = !second_ && box_.second.count != 0;
    if (!second_) ++row_;
  }

  run_walk walk_;
  run_box box_{};
  index_t rows_ = 0;
  index_t row_ = 0;  // the row of the next run
  bool second_ = false;
  run run_{};
};

}  // namespace detail
}  // namespace ravel
