// SPDX-License-Identifier: BSL-1.0
// Slices that need no counting: slice_from(1), slice_before(last), slice_every(2), slice_from(2).before(last).every(-1). The axis or reader
// that they are applied to determines their ends. Values.
#pragma once

#include <ravel/base/index_range.hpp>

namespace ravel {

// The last position, or a number of positions before it.
class last_t {
 public:
  constexpr last_t() = default;
  constexpr index_t before() const { return before_; }

  friend constexpr last_t operator-(last_t from, index_arg by) { return last_t(detail::add_index(from.before_, by)); }

 private:
  constexpr explicit last_t(index_t before) : before_(before) {}

  index_t before_ = 0;
};
// The last position; last - 1 is the one before it: t(last), slice_before(last - 1).
inline constexpr last_t last{};

namespace detail {

// A position that counts from the start or from the last. A bound that is not given is the respective end.
class slice_bound {
 public:
  template <integer Int>
  constexpr slice_bound(Int position) : position_(to_index(position)) {}
  template <no_integer X>
  constexpr slice_bound(X position) = delete;  // a position is an integer: round a real number as you mean it, cast an enum class
  constexpr slice_bound(last_t position) : position_(position.before()), from_last_(true) {}

  // Cannot overflow: last - k is within 2^62 of the last, and sizes are within 2^62 of zero.
  constexpr index_t within(index_t size) const { return from_last_ ? size - 1 - position_ : position_; }

 private:
  index_t position_;
  bool from_last_ = false;
};

}  // namespace detail

// A slice without some of its bounds. What it is applied to has them.
class RAVEL_API_RESULT open_slice {
 public:
  constexpr open_slice before(const detail::slice_bound& end) const {
    open_slice changed = *this;
    changed.end_ = end;
    return changed;
  }
  // Every step-th of these positions. If the step is negative, counts downwards from the last.
  constexpr open_slice every(index_arg step) const {
    open_slice changed = *this;
    changed.step_ = step;
    return changed;
  }

  index_range within(index_arg size) const;  // of [0, size), or an index_error

 private:
  friend constexpr open_slice slice_from(const detail::slice_bound& first);

  detail::slice_bound first_ = 0;
  detail::slice_bound end_ = last - -1;
  index_t step_ = 1;
};

// The positions from this one to the last.
constexpr open_slice slice_from(const detail::slice_bound& first) {
  open_slice made;
  made.first_ = first;
  return made;
}
// The positions from the first to the one before `end`.
constexpr open_slice slice_before(const detail::slice_bound& end) { return open_slice().before(end); }
// Every step-th of all positions. slice_every(-1) is all in reverse.
constexpr open_slice slice_every(index_arg step) { return open_slice().every(step); }

}  // namespace ravel
