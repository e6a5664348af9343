// SPDX-License-Identifier: BSL-1.0
// equal and close for data of run-time type: compares shapes first, then elements, by value whatever their types. Plain functions.
#pragma once

#include <ravel/any/any_tensor.hpp>

namespace ravel {

namespace detail {

RAVEL_API bool equal_any(const any_operand& a, const any_operand& b);
RAVEL_API bool close_any(const any_operand& a, const any_operand& b, double rtol, double atol);

template <class A, class B>
concept any_compared =
    (any_handle<A> || any_handle<B>)&&std::convertible_to<const A&, any_operand> && std::convertible_to<const B&, any_operand>;

}  // namespace detail

template <class A, class B>
  requires detail::any_compared<A, B>
[[nodiscard]] bool equal(const A& a, const B& b) {
  return detail::equal_any(a, b);
}
template <class A, class B>
  requires detail::any_compared<A, B>
[[nodiscard]] bool close(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8) {
  return detail::close_any(a, b, rtol, atol);
}
// True if both handles share one source.
[[nodiscard]] RAVEL_API bool same(const any_tensor& a, const any_tensor& b);

}  // namespace ravel
