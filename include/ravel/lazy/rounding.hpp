// SPDX-License-Identifier: BSL-1.0
// floor, ceil, trunc, round (halves away from zero), rint (halves to even), and isnan, isinf, isfinite: element by element, lazily, fused
// with what stands around them. Bits are those of the standard functions; integers are whole and finite and keep their type.
#pragma once

#include <ravel/element/rounding.hpp>
#include <ravel/lazy/operators.hpp>

namespace ravel {

#define RAVEL_UNARY_FUNCTION(name, ...)                     \
  template <class A>                                        \
    requires detail::lazy_operand<__VA_ARGS__, A>           \
  auto name(A&& a) {                                        \
    return detail::fuse(__VA_ARGS__{}, std::forward<A>(a)); \
  }

RAVEL_UNARY_FUNCTION(floor, detail::rounded<detail::rounding::down>)
RAVEL_UNARY_FUNCTION(ceil, detail::rounded<detail::rounding::up>)
RAVEL_UNARY_FUNCTION(trunc, detail::rounded<detail::rounding::to_zero>)
RAVEL_UNARY_FUNCTION(round, detail::rounded<detail::rounding::half_from_zero>)
RAVEL_UNARY_FUNCTION(rint, detail::rounded<detail::rounding::half_to_even>)

RAVEL_UNARY_FUNCTION(isnan, detail::is_nan)
RAVEL_UNARY_FUNCTION(isinf, detail::is_infinite)
RAVEL_UNARY_FUNCTION(isfinite, detail::is_finite)
#undef RAVEL_UNARY_FUNCTION

}  // namespace ravel
