// SPDX-License-Identifier: BSL-1.0
// abs, sign, square, minimum, maximum, clip, and sums, differences and products that throw where an integer result does not fit: element by
// element, lazily, fused with what stands around them. Scalars are weak, as beside an operator.
#pragma once

#include <ravel/element/functions.hpp>
#include <ravel/lazy/operators.hpp>

namespace ravel {

#define RAVEL_UNARY_FUNCTION(name, function)                     \
  template <class A>                                             \
    requires detail::lazy_operand<detail::function, A>           \
  auto name(A&& a) {                                             \
    return detail::fuse(detail::function{}, std::forward<A>(a)); \
  }
#define RAVEL_BINARY_FUNCTION(name, function)                                                                \
  template <class A, class B>                                                                                \
    requires detail::lazy_operands<detail::function, detail::scalars::weak, A, B>                            \
  auto name(A&& a, B&& b) {                                                                                  \
    return detail::combine<detail::function, detail::scalars::weak>(std::forward<A>(a), std::forward<B>(b)); \
  }

RAVEL_UNARY_FUNCTION(abs, absolute)
RAVEL_UNARY_FUNCTION(sign, sign_of)
RAVEL_UNARY_FUNCTION(square, squared)

RAVEL_BINARY_FUNCTION(minimum, smaller)
RAVEL_BINARY_FUNCTION(maximum, larger)
RAVEL_BINARY_FUNCTION(checked_add, checked_plus)
RAVEL_BINARY_FUNCTION(checked_sub, checked_minus)
RAVEL_BINARY_FUNCTION(checked_mul, checked_times)
#undef RAVEL_BINARY_FUNCTION
#undef RAVEL_UNARY_FUNCTION

}  // namespace ravel
