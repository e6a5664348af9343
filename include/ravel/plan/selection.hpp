// SPDX-License-Identifier: BSL-1.0
// Selections of planned values, whose lengths only the elements tell, and searches of planned values in planned values, with the names and
// meanings of <ravel/any/order.hpp>. All selections by one mask have one length, an extent that belongs to the mask; unique has an extent
// of its own. Each run finds them. A step owns what it looks at; any thread may record.
#pragma once

#include <ravel/op/order/search.hpp>
#include <ravel/plan/planned.hpp>

namespace ravel {

namespace detail {

RAVEL_API planned record_compress(const planned_argument& x, const planned_argument& mask);
RAVEL_API planned record_compress(const planned_argument& x, const planned_argument& mask, index_arg axis);
RAVEL_API planned record_take(const planned_argument& x, index_arg axis, const planned_argument& positions);
RAVEL_API planned record_take_along_axis(const planned_argument& x, const planned_argument& positions, index_arg axis);

}  // namespace detail

// The elements where a mask of the same shape is true, in order; or those positions of an axis, with one bool for each.
template <class X, class Mask>
  requires detail::planned_tensors_among<X, Mask>
[[nodiscard]] planned compress(const X& x, const Mask& mask) {
  return detail::record_compress(x, mask);
}
template <class X, class Mask>
  requires detail::planned_tensors_among<X, Mask>
[[nodiscard]] planned compress(const X& x, const Mask& mask, index_arg axis) {
  return detail::record_compress(x, mask, axis);
}

// The row-major positions of the true elements; and their coordinates, of shape [count rank].
RAVEL_API planned argfilter(const planned& mask);
RAVEL_API planned nonzero(const planned& mask);

// The distinct elements, ascending, with NaN last and once.
RAVEL_API planned unique(const planned& x);

// A view of these positions of an axis, as long as they are. They are integers of rank 1, are read when the step runs, and may repeat.
template <class X, class Positions>
  requires(detail::planned_tensors_among<X, Positions> && !std::convertible_to<const Positions&, const selection&>)
[[nodiscard]] planned take(const X& x, index_arg axis, const Positions& positions) {
  return detail::record_take(x, axis, positions);
}
// Element i of each line is element positions[i] of the same line of x, by the same line of the positions, such as argsort gives.
template <class X, class Positions>
  requires detail::planned_tensors_among<X, Positions>
[[nodiscard]] planned take_along_axis(const X& x, const Positions& positions, index_arg axis) {
  return detail::record_take_along_axis(x, positions, axis);
}

namespace detail {

RAVEL_API planned record_searchsorted(const planned_argument& sorted, const planned_argument& values, search_side side);
RAVEL_API planned record_index_of(const planned_argument& x, const planned_argument& values);
RAVEL_API planned record_membership(const planned_argument& x, const planned_argument& values);

}  // namespace detail

// For each value, the place in sorted data of rank 1 where it would be inserted. In the shape of the values.
template <class A, class B>
  requires detail::planned_tensors_among<A, B>
[[nodiscard]] planned searchsorted(const A& sorted, const B& values, search_side side = search_side::left) {
  return detail::record_searchsorted(sorted, values, side);
}
// The first row-major position of each value, or no_position. In the shape of the values.
template <class A, class B>
  requires detail::planned_tensors_among<A, B>
[[nodiscard]] planned index_of(const A& x, const B& values) {
  return detail::record_index_of(x, values);
}
// True for each element that is one of the values.
template <class A, class B>
  requires detail::planned_tensors_among<A, B>
[[nodiscard]] planned membership(const A& x, const B& values) {
  return detail::record_membership(x, values);
}

}  // namespace ravel
