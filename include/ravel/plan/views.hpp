// SPDX-License-Identifier: BSL-1.0
// Views of planned values, with the names and meanings of <ravel/any/views.hpp>. A position or a count is checked when the step is recorded
// if the length of its axis is known, else in the run. Selections, whose lengths only the elements tell: all by one mask have one length,
// an extent that belongs to the mask; unique has an extent of its own. Each run finds them. A step owns what it looks at; any thread may
// record.
#pragma once

#include <ravel/any/views.hpp>
#include <ravel/index/open_slice.hpp>
#include <ravel/op/order/sorted.hpp>
#include <ravel/op/verbs.hpp>
#include <ravel/plan/planned.hpp>
#include <ravel/tensor/concat.hpp>

#include <vector>

namespace ravel {

RAVEL_API planned transpose(const planned& x, const ints& axes);
RAVEL_API planned transpose(const planned& x);
RAVEL_API planned swap_axes(const planned& x, index_arg a, index_arg b);
RAVEL_API planned select(const planned& x, index_arg axis, index_arg position);
// `count` positions from `start` on; both may be lengths, such as n - 1.
RAVEL_API planned slice(const planned& x, index_arg axis, const planned_length& start, const planned_length& count, index_arg step = 1);
RAVEL_API planned take(const planned& x, index_arg axis, const selection& positions);
RAVEL_API planned flip(const planned& x, const ints& axes);
RAVEL_API planned flip(const planned& x);
// The lengths have as many elements as x, whatever the extents.
RAVEL_API planned reshape(const planned& x, const planned_shape& lengths);
RAVEL_API planned flat(const planned& x);
RAVEL_API planned squeeze(const planned& x, index_arg axis);
RAVEL_API planned new_axis(const planned& x, index_arg at);
// Stretches axes of length 1 to any lengths, and adds leading axes.
RAVEL_API planned broadcast(const planned& x, const planned_shape& lengths);
RAVEL_API planned windows(const planned& x, const ints& axes, const ints& widths);

namespace detail {

RAVEL_API planned record_concat(along axis, std::vector<shared_recorded> parts);
RAVEL_API planned record_stack(along axis, std::vector<shared_recorded> parts);
RAVEL_API planned record_take(const planned_argument& x, index_arg axis, const planned_argument& positions);

}  // namespace detail

template <class... Parts>
  requires detail::planned_among<Parts...>
[[nodiscard]] planned concat(along axis, const Parts&... parts) {
  return detail::record_concat(axis, {detail::planned_argument(parts).step...});
}
template <class... Parts>
  requires detail::planned_among<Parts...>
[[nodiscard]] planned stack(along axis, const Parts&... parts) {
  return detail::record_stack(axis, {detail::planned_argument(parts).step...});
}

RAVEL_API planned pad(const planned& x, const margins& widths, const any_scalar& value);
RAVEL_API planned pad(const planned& x, const margins& widths);
RAVEL_API planned pad(const planned& x, const margins& widths, pad_mode mode);
RAVEL_API planned tile(const planned& x, const ints& times);
RAVEL_API planned rotate(const planned& x, const ints& shifts);
RAVEL_API planned rot90(const planned& x, index_arg times = 1, index_arg from = 0, index_arg to = 1);
// The main diagonal of equal lengths is as long as they are; of lengths that are no numbers, another has an extent of its own.
RAVEL_API planned diagonal(const planned& x, index_arg a = 0, index_arg b = 1, index_arg by = 0);
RAVEL_API planned slice(const planned& x, index_arg axis, const index_range& positions);
// slice(x, 0, slice_from(1)). Every other element is taken of an axis whose length is a number.
RAVEL_API planned slice(const planned& x, index_arg axis, const open_slice& positions);
// Parts of these lengths, which make up the axis.
[[nodiscard]] RAVEL_API std::vector<planned> split(const planned& x, index_arg axis, const std::vector<planned_length>& counts);
// Without the axes of length 1.
RAVEL_API planned squeeze(const planned& x);

// Stamps a verb of two planned values, or of one and a tensor. Parameters behind them are given as lists in parentheses: as they are
// declared, and their names.
#define RAVEL_PLANNED_BESIDE(name, parameters, names)                                                            \
  namespace detail {                                                                                             \
  RAVEL_API planned record_##name(const planned_argument& a, const planned_argument& b RAVEL_LISTED parameters); \
  }                                                                                                              \
  template <class A, class B>                                                                                    \
    requires detail::planned_tensors_among<A, B>                                                                 \
  [[nodiscard]] planned name(const A& a, const B& b RAVEL_LISTED parameters) {                                   \
    return detail::record_##name(a, b RAVEL_LISTED names);                                                       \
  }
// compress(x, mask): the elements where a mask of the same shape is true, in order; or those positions of an axis, with one bool for each.
RAVEL_PLANNED_BESIDE(compress, (), ())
RAVEL_PLANNED_BESIDE(compress, (, index_arg axis), (, axis))
// take_along_axis(x, positions, axis): element i of each line is element positions[i] of the same line of x, by the same line of the
// positions, such as argsort gives.
RAVEL_PLANNED_BESIDE(take_along_axis, (, index_arg axis), (, axis))
// searchsorted(sorted, values): for each value, the place in sorted data of rank 1 where it would be inserted. In the shape of the values.
RAVEL_PLANNED_BESIDE(searchsorted, (, search_side side = search_side::left), (, side))
// index_of(x, values): the first row-major position of each value, or no_position. In the shape of the values.
RAVEL_PLANNED_BESIDE(index_of, (), ())
// membership(x, values): true for each element that is one of the values.
RAVEL_PLANNED_BESIDE(membership, (), ())
#undef RAVEL_PLANNED_BESIDE

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

}  // namespace ravel
