// SPDX-License-Identifier: BSL-1.0
// Numbers in a type that they widen to, double above all: as a node that widens them on the way, or in memory of their own. What is a node
// of that type stays one.
#pragma once

#include <ravel/lazy/map.hpp>
#include <ravel/loop/clone.hpp>

namespace ravel::detail {

// operation(r as a node of A, to which its elements widen)
template <element A, class R, class Operation>
auto with_widened(const R& r, Operation operation) {
  if constexpr (std::same_as<read_t<R>, A>) {
    auto&& source = node_for_call(r);
    const node<A>& n = source;
    return operation(n);
  } else {
    return with_widened<A>(map(widened<A>{}, borrowed_handle(r)), operation);
  }
}

// A handle to them for the time of one call.
template <class R>
reader<double> borrowed_in_doubles(const R& r) {
  if constexpr (std::same_as<read_t<R>, double>) {
    return reader<double>(borrowed_handle(r));
  } else {
    return reader<double>(map(widened<double>{}, borrowed_in_row(r)));
  }
}

template <class A, class R>
buffer<A> widened_elements(const R& r) {
  if constexpr (std::same_as<read_t<R>, A>) {
    return elements_of(r);
  } else {
    return elements_of(map(widened<A>{}, borrowed_handle(r)));
  }
}
template <class R>
buffer<double> clone_as_doubles(const R& r) {
  return widened_elements<double>(r);
}

// What is computed in double of numbers: in float again, where these are.
template <class R>
using slope_t = std::conditional_t<std::same_as<read_t<R>, float>, float, double>;

}  // namespace ravel::detail
