// SPDX-License-Identifier: BSL-1.0
// The odometers behind runs: one division per mode finds the start; after that only additions.
#include <ravel/dims/layer.hpp>
#include "dims/axis.hpp"

#include <algorithm>

namespace ravel::detail {

constexpr index_t scratch_size = 256;
constexpr repetition one_row{1, 0, nullptr};

// ---- one layer

layer_walk::layer_walk(const layer& of) : flat_(flat_of(of)), modes_(as_span(flat_.modes)), digits_(modes_.size()) {}

void layer_walk::start(index_t from, index_t step, index_t count) {
  from_ = from;
  step_ = step;
  count_ = count;
  done_ = 0;
  if (count > 0) seek(from);
}

void layer_walk::seek(index_t position) {
  for (std::size_t j = modes_.size(); j-- > 0;) {
    const index_t extent = modes_[j].extent, rest = position < extent ? 0 : position / extent;
    digits_[j] = position - rest * extent;
    position = rest;
  }
  outer_ = flat_.base;
  for (std::size_t j = 0; j + 1 < modes_.size(); ++j) outer_ += modes_[j].at(digits_[j]);
}

// Advances digit j, with carries, unless the walk is at its end.
void layer_walk::move_outer(std::size_t j, index_t by) {
  if (done_ == count_) return;
  for (;; by = 1, --j) {
    const mode& m = modes_[j];
    index_t& digit = digits_[j];
    outer_ -= m.at(digit);
    digit += by;
    if (digit != m.extent) {
      outer_ += m.at(digit);
      return;
    }
    digit = 0;
    outer_ += m.at(0);
  }
}

bool layer_walk::next(run_box& box) {
  if (done_ == count_) return false;
  box.second.count = box.second.position = 0;
  box.rows = box.planes = one_row;
  if (modes_.empty() || step_ == 0) {
    box.first = {done_, outer_ + (modes_.empty() ? 0 : modes_.back().at(digits_.back())), 0, count_ - done_, nullptr};
    done_ = count_;
    return true;
  }
  if (step_ == 1 && digits_.back() == 0 && whole_rows(box)) return true;
  box.first = innermost_run();
  pass(box.first.count);
  return true;
}

// The number of times that mode j repeats its `elements` inner elements, each a step apart, before it wraps or the walk ends.
repetition layer_walk::repeat(std::size_t j, index_t elements) const {
  const mode& m = modes_[j];
  const index_t digit = digits_[j];
  repetition times{m.extent - digit, m.stride, nullptr};
  if (m.chosen) {
    if (m.chosen->positions().empty()) return one_row;
    times.places = m.chosen->positions().data() + digit;
  } else {
    times.count = std::min(times.count, m.period - m.tick(digit));
  }
  const index_t left = count_ - done_;
  if (times.count * elements > left) times.count = left / elements;
  return times;
}

bool layer_walk::whole_rows(run_box& box) {
  const std::size_t last = modes_.size() - 1;
  const mode& inner = modes_[last];
  const index_t head = std::min(inner.extent, inner.period - inner.offset), tail = inner.extent - head;
  if (count_ - done_ < inner.extent || tail > inner.period || (inner.chosen && inner.chosen->positions().empty())) return false;
  box.first = {done_, outer_ + inner.stride * inner.offset, inner.stride, head, nullptr};
  box.second = {done_ + head, outer_, inner.stride, tail, nullptr};
  if (inner.chosen) box.first.gather = inner.chosen->positions().data();
  if (last > 0) box.rows = repeat(last - 1, inner.extent);
  const bool plane = last > 1 && box.rows.count == modes_[last - 1].extent;
  if (plane) box.planes = repeat(last - 2, inner.extent * box.rows.count);
  done_ += inner.extent * box.rows.count * box.planes.count;
  plane ? move_outer(last - 2, box.planes.count) : move_outer(last - 1, box.rows.count);
  return true;
}

run layer_walk::innermost_run() {
  const mode& inner = modes_.back();
  const index_t digit = digits_.back(), left = count_ - done_;
  if (inner.chosen) {
    run r{done_, outer_, inner.stride, step_ == 1 ? std::min(left, inner.extent - digit) : 1, nullptr};
    gather(r);
    return r;
  }
  const index_t tick = inner.tick(digit);
  const index_t further = step_ > 0 ? std::min(inner.extent - 1 - digit, inner.period - 1 - tick) / step_ : std::min(digit, tick) / -step_;
  return {done_, outer_ + inner.stride * tick, inner.stride * step_, std::min(left, further + 1), nullptr};
}

void layer_walk::gather(run& r) {
  const selection& chosen = *modes_.back().chosen;
  const index_t place = digits_.back();
  if (!chosen.positions().empty()) {
    r.gather = chosen.positions().data() + place;
    return;
  }
  r.count = std::min(r.count, scratch_size);
  scratch_.resize(static_cast<std::size_t>(r.count));
  chosen.read(place, scratch_);
  r.gather = scratch_.data();
}

// Advances by `count` positions of the innermost mode.
void layer_walk::pass(index_t count) {
  done_ += count;
  if (done_ == count_) return;
  index_t& digit = digits_.back();
  digit += count * step_;
  if (0 <= digit && digit < modes_.back().extent) return;
  if (step_ != 1) return seek(from_ + done_ * step_);
  digit = 0;
  move_outer(modes_.size() - 2, 1);
}

// ---- a chain

// Passes runs of one layer to the layer below, one by one; chosen positions place by place.
struct RAVEL_LOCAL run_walk::descent {
  run_walk walk;
  run_box box{};  // of the layer above
  index_t plane = 0;
  index_t row = 0;
  index_t place = 0;
  bool second = false;
  run current{};  // the run that is being walked

  explicit descent(const layer& below) : walk(below) {}

  bool next_run(layer_walk& above);
};

bool run_walk::descent::next_run(layer_walk& above) {
  for (;;) {
    if (plane == box.planes.count) {
      if (!above.next(box)) return false;
      plane = 0;
    }
    const run r = box.in_row(second ? box.second : box.first, plane * box.rows.count + row, box.planes.at(plane) + box.rows.at(row));
    const index_t parts = r.gather == nullptr ? std::min<index_t>(r.count, 1) : r.count;
    if (place < parts) {
      current = r.gather == nullptr ? r : run{r.position + place, r.address + r.step * r.gather[place], 0, 1, nullptr};
      ++place;
      return true;
    }
    place = 0;
    second = !second;
    if (second) continue;
    if (++row < box.rows.count) continue;
    row = 0;
    ++plane;
  }
}

run_walk::run_walk(const layer& top) : here_(top) {
  if (top.below) below_ = std::make_unique<descent>(*top.below);
}

run_walk::run_walk(const layer& top, index_t first, index_t last) : run_walk(top) {
  first_ = first;
  here_.start(first, 1, last - first);
}

run_walk::run_walk(run_walk&&) noexcept = default;
run_walk::~run_walk() = default;

bool run_walk::next(run_box& box) {
  index_t offset = first_;
  if (!below_) {
    if (!here_.next(box)) return false;
  } else {
    while (!below_->walk.next(box)) {
      if (!below_->next_run(here_)) return false;
      const run& r = below_->current;
      below_->walk.here_.start(r.address, r.step, r.count);
    }
    offset += below_->current.position;
  }
  box.first.position += offset;
  box.second.position += offset;
  return true;
}

}  // namespace ravel::detail
