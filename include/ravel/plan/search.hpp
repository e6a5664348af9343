// SPDX-License-Identifier: BSL-1.0
// Searches planned values in planned values, with the names and meanings of <ravel/any/search.hpp>. Each records one step; any thread may
// record.
#pragma once

#include <ravel/op/order/search.hpp>
#include <ravel/plan/planned.hpp>

namespace ravel {

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
