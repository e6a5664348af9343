// SPDX-License-Identifier: BSL-1.0
// Numbers in a type that they widen to, usually double: as a node that widens them on the way, or in their own memory; and results rounded
// to the precision of the elements. Data that have the type already stay as they are. Safe for any thread.
#pragma once

#include <ravel/lazy/map.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/tensor/into.hpp>

namespace ravel::detail {

// Calls operation(r as a node of A, to which its elements widen).
template <class A, class R, class Operation>
auto with_widened(const R& r, Operation operation) {
  if constexpr (std::same_as<read_t<R>, A>) {
    auto&& source = node_for_call(r);
    const node<A>& n = source;
    return operation(n);
  } else {
    return with_widened<A>(map(widened<A>{}, borrowed_handle(r)), operation);
  }
}

// The same with the type of the closed set that the elements are: long long and char as the integer of their width.
template <class R, class Operation>
auto on_canonical(const R& r, Operation operation) {
  return with_widened<canonical_t<read_t<R>>>(r, operation);
}

// A handle to these numbers for the duration of one call.
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
template <class R>
buffer<double> list_in_doubles(const char* operation, const char* elements, const R& list) {
  check_list(operation, elements, list);
  return clone_as_doubles(list);
}

// The type of a result that is computed in double: float for floats.
template <class R>
using slope_t = std::conditional_t<std::same_as<read_t<R>, float>, float, double>;

template <class T>
struct to_precision {
  template <class A>
  T operator()(const A& value) const {
    return static_cast<T>(value);
  }
};
template <class T, class A>
buffer<T> as_rounded(const buffer<A>& found) {
  if constexpr (std::same_as<T, A>) {
    return found;
  } else {
    return elements_of(map(to_precision<T>{}, found));
  }
}
// The result of an operation on t, written to its target if it has one.
template <class T, class X, class A>
tensor<T> as_rounded(const X& t, const tensor<A>& found) {
  if constexpr (std::same_as<T, A>) {
    return found;
  } else {
    return written_or_cloned(target_of_result<T>(t), map(to_precision<T>{}, found));
  }
}

// The point at a share `part` of the way from a to b. Exact at both ends and for equal ends, and never beyond them.
RAVEL_API double between_two(double a, double b, double part);

}  // namespace ravel::detail
