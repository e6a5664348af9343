// SPDX-License-Identifier: BSL-1.0
// One layer of an index map: a base address plus, for every axis, a list of modes, outermost first. It addresses the memory or the
// row-major positions of the layer below. Immutable once part of a dims, and then shared. A walk goes through layers in row-major order as
// runs: consecutive positions whose addresses are equally spaced or chosen. One thread uses a walk; the dims must outlive it.
#pragma once

#include <ravel/base/detail/published.hpp>
#include <ravel/base/detail/small_vector.hpp>
#include <ravel/base/divider.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/index/selection.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ravel::detail {

// One digit of an index map: digit d in [0, extent) adds stride * t to the address, where the tick t is (d + offset) mod period or, if
// positions were chosen, the d-th of them. A value; it shares what was chosen.

struct mode {
  index_t extent = 1;
  index_t period = 1;
  index_t offset = 0;
  index_t stride = 0;
  std::shared_ptr<const selection> chosen;  // `extent` positions, and then period = extent and offset = 0; or null

  bool cyclic() const { return period != extent || offset != 0; }
  bool affine() const { return !chosen && !cyclic(); }

  index_t tick(index_t digit) const {
    if (chosen) return (*chosen)[digit];
    const index_t place = digit + offset;
    return place < period ? place : place % period;
  }
  index_t at(index_t digit) const { return stride * tick(digit); }

  // The smallest and largest tick. A cycle in canonical form passes its end, so that both ends of it occur.
  index_t lowest() const { return chosen ? chosen->min() : 0; }
  index_t highest() const { return chosen ? chosen->max() : period - 1; }

  friend bool operator==(const mode& a, const mode& b) {
    return a.extent == b.extent && a.period == b.period && a.offset == b.offset && a.stride == b.stride &&
           (a.chosen == b.chosen || (a.chosen && b.chosen && *a.chosen == *b.chosen));
  }
};

}  // namespace ravel::detail

namespace ravel {

// The plan that finds the positions of an address in one layer: its moving modes by falling |stride|, each with the most that later ones
// can add. Made once per layer, on first use, and then immutable.

struct layer;

namespace detail {

using mode_list = small_vector<mode, 6>;

// Modes with the constant they add.
struct part {
  index_t base = 0;
  mode_list modes;
};

// An address is the lowest one plus, for each mover, `step` times a count from 0 to `most`.
struct mover {
  divider step;      // |stride|
  index_t most;      // highest minus lowest tick
  index_t rest;      // the most that later movers add
  index_t from;      // the tick where the count is 0
  index_t sense;     // 1, or -1 if ticks fall as the count rises
  std::size_t mode;  // its index in modes
};

// The outermost and the innermost mode are split off if they only repeat; the others are the core.
struct inverse_plan {
  index_t outer = 1;                 // repetitions of the whole core
  index_t inner = 1;                 // consecutive positions for each position of the core
  mode_list modes;                   // of the core
  small_vector<index_t, 6> weights;  // the step of each mode in the row-major position
  small_vector<mover, 6> movers;
  index_t size = 1;  // positions
  index_t lowest;    // the bounds of the addresses
  index_t highest;
  bool nested = true;  // each step exceeds the rest: there is one count for each mover at most
  bool single = true;  // each count is one digit at most

  explicit inverse_plan(part flat);

  bool plain() const { return nested && single; }
  std::optional<index_t> only_position(index_t address) const;  // in the core, where plain

  // If single, adds the digit for a count of a mover. False if there is none.
  bool add_digit(const mover& m, index_t count, index_t& position) const {
    const mode& of = modes[m.mode];
    index_t digit = m.from + m.sense * count - of.offset;
    if (digit < 0) digit += of.period;
    position += digit * weights[m.mode];
    return digit < of.extent;
  }
};

const inverse_plan& plan_of(const layer& of);  // made on the first call

// True if no two positions share an address in the layer directly below. False also if that is unknown.
bool addresses_once(const layer& of);

// Appends all positions of an address in the core to a list. They rise if the plan is nested.
void find_in_core(const inverse_plan& plan, index_t address, std::vector<index_t>& found);

inline std::optional<index_t> inverse_plan::only_position(index_t address) const {
  if (address < lowest || address > highest) return std::nullopt;
  index_t left = address - lowest, position = 0;
  for (const mover& m : movers) {
    const auto [count, rest] = m.step.divmod(left);
    if (count > m.most || !add_digit(m, count, position)) return std::nullopt;
    left = rest;
  }
  if (left != 0) return std::nullopt;
  return position;
}

}  // namespace detail

// The lowest and the highest address of an index map.
struct address_bounds {
  index_t lowest = 0;
  index_t highest = -1;  // below the lowest: no addresses

  friend bool operator==(const address_bounds&, const address_bounds&) = default;
};

namespace detail {

// Facts about a layer that are computed on first use.
struct layer_facts {
  published<part> flat;
  published<inverse_plan> inverse;
  published<address_bounds> bounds;
  published<bool> unique;
};

}  // namespace detail

// In canonical form, an axis of extent 1 has no modes, and a layer without elements has no modes and base 0.
struct RAVEL_API layer {
  index_t base = 0;
  shape extents;
  detail::mode_list modes;
  detail::small_vector<std::uint32_t, 6> ends;  // axis k owns modes [ends[k - 1], ends[k])
  std::shared_ptr<const layer> below;           // null: the addresses are those of the memory
  index_t depth = 1;                            // the number of layers, this one included
  detail::layer_facts facts;

  index_t rank() const { return extents.rank(); }
  index_t size() const { return extents.elements(); }
  std::span<const detail::mode> axis(index_t k) const& {
    const std::size_t first = k == 0 ? 0 : ends[static_cast<std::size_t>(k - 1)];
    return {modes.data() + first, ends[static_cast<std::size_t>(k)] - first};
  }
  std::span<const detail::mode> axis(index_t k) const&& = delete;  // they would outlive the layer: name the layer first
  index_t at(index_t position) const;                              // the address of an unchecked row-major position, in the layer below

  friend RAVEL_API bool operator==(const layer& a, const layer& b);  // the same form, layers below included
};

namespace detail {

// Bounds for all addresses in memory, which need not be reached. Does not walk a chain. The layer has elements.
RAVEL_API address_bounds outer_bounds(const layer& top);

}  // namespace detail

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
