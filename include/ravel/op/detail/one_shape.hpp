// SPDX-License-Identifier: BSL-1.0
// Operands whose elements are taken in pairs: if both have a shape, it must be the same. Borrows its operands; safe for any thread.
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

}  // namespace ravel::detail
