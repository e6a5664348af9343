// SPDX-License-Identifier: BSL-1.0
// Checks shapes of operands. Operands whose elements are taken in pairs have one shape; a list beside the data has one axis. Borrows its
// operands; safe for any thread.
#pragma once

#include <ravel/base/shape.hpp>
#include <ravel/reader/concept.hpp>

namespace ravel::detail {

[[noreturn]] RAVEL_API void throw_not_of_one_shape(const char* operation, const shape& a, const shape& b);

template <class A, class B>
void check_one_shape(const char* operation, const A& a, const B& b) {
  if constexpr (shaped<A> && shaped<B>) {
    if (a.shape() != b.shape()) throw_not_of_one_shape(operation, a.shape(), b.shape());
  }
}

[[noreturn]] RAVEL_API void throw_no_list(const char* operation, const char* elements, const shape& of);

// A list of weights, places or limits has one axis, whatever the rank of the data. A reader without a shape is a list.
template <class X>
void check_list(const char* operation, const char* elements, const X& list) {
  if constexpr (shaped<X>) {
    if (list.rank() != 1) throw_no_list(operation, elements, list.shape());
  }
}

}  // namespace ravel::detail
