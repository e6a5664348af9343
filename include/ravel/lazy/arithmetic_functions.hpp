// SPDX-License-Identifier: BSL-1.0
// abs, sign, square, minimum, maximum, clip, arithmetic that throws if an integer result does not fit, degrees and radians, and the
// neighbours of real numbers. All work element by element, lazily, and fuse with the expression around them. Scalars are weak, as beside an
// operator. Results own their operands, and any thread may read them.
#pragma once

#include <ravel/element/detail/functions.hpp>
#include <ravel/element/detail/units.hpp>
#include <ravel/lazy/operators.hpp>

namespace ravel {

// abs: the size of each number. sign: -1, 0 or 1; NaN stays NaN. square: the number times itself.
RAVEL_FOR_EACH_SIZE_FUNCTION(RAVEL_FUSED_FUNCTION)
// degrees: radians as degrees. radians: degrees as radians. next_up: the next greater real number. next_down: the next smaller real number.
// ulp: the distance from a real number to the next of greater size.
RAVEL_FOR_EACH_UNIT_FUNCTION(RAVEL_FUSED_FUNCTION)

#define RAVEL_FUSED_PAIR(name, function)                                                                     \
  template <class A, class B>                                                                                \
    requires detail::lazy_operands<detail::function, detail::scalars::weak, A, B>                            \
  [[nodiscard]] auto name(A&& a, B&& b) {                                                                    \
    return detail::combine<detail::function, detail::scalars::weak>(std::forward<A>(a), std::forward<B>(b)); \
  }
// minimum: the smaller of two elements, NaN if one is. maximum: the greater of two elements, NaN if one is. checked_add: the sum;
// overflow_error if an integer does not fit. checked_sub: the difference; overflow_error if an integer does not fit. checked_mul: the
// product; overflow_error if an integer does not fit.
RAVEL_FOR_EACH_PAIR_FUNCTION(RAVEL_FUSED_PAIR)
#undef RAVEL_FUSED_PAIR

}  // namespace ravel
