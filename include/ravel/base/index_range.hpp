// SPDX-License-Identifier: BSL-1.0
// The positions start, start + step, ... as three numbers; slice(start, count, step) makes one. The step may be negative, and is 1 if there
// are fewer than two positions. Every position lies within 2^62 of zero. A value; its user checks whether the positions fit.
#pragma once

#include <ravel/base/index.hpp>

#include <optional>

namespace ravel {

class RAVEL_API_RESULT index_range {
 public:
  constexpr index_range() = default;  // no positions

  constexpr index_t size() const { return count_; }
  constexpr bool empty() const { return count_ == 0; }
  constexpr index_t start() const { return start_; }
  constexpr index_t step() const { return step_; }

  constexpr index_t operator[](index_arg i) const { return start_ + detail::check_position(i, count_) * step_; }
  constexpr index_t min() const { return step_ > 0 ? first() : last(); }
  constexpr index_t max() const { return step_ > 0 ? last() : first(); }

  std::optional<index_t> find(index_arg position) const;  // the place i with (*this)[i] == position
  bool contains(index_arg position) const { return find(position).has_value(); }

  index_range reversed() const;
  index_range offset(index_arg by) const;               // every position moved by that much
  index_range select(const index_range& places) const;  // the positions at those places
  void check_within(index_arg size) const;              // all positions in [0, size), or an index_error; an empty range starts in [0, size]

  // True if both ranges hold the same positions in the same order.
  friend constexpr bool operator==(const index_range& a, const index_range& b) {
    return a.count_ == b.count_ && a.step_ == b.step_ && (a.start_ == b.start_ || a.count_ == 0);
  }

 private:
  friend RAVEL_API index_range slice(index_arg start, index_arg count, index_arg step);

  constexpr index_range(index_t start, index_t count, index_t step) : start_(start), count_(count), step_(count > 1 ? step : 1) {}
  constexpr index_t first() const {
    if (count_ == 0) throw_no_positions();
    return start_;
  }
  constexpr index_t last() const { return first() + (count_ - 1) * step_; }
  [[noreturn]] static void throw_no_positions();

  index_t start_ = 0;
  index_t count_ = 0;
  index_t step_ = 1;
};

// `count` positions from `start`, each `step` further.
RAVEL_API index_range slice(index_arg start, index_arg count, index_arg step = 1);

// The positions of `a` that `b` has too, in the order of `a`.
RAVEL_API index_range intersect(const index_range& a, const index_range& b);

}  // namespace ravel
