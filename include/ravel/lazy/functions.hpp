// SPDX-License-Identifier: BSL-1.0
// abs, sign, square, minimum, maximum, arithmetic that throws if an integer result does not fit, degrees and radians, the neighbours of
// real numbers, rounding, and the parts of complex numbers. All work element by element, lazily, and fuse with the expression around them,
// but arg, which is an atan2. Scalars are weak, as beside an operator. Results own their operands, and any thread may read them. The other
// functions of elements are included: casts, clip, where, and the block kernels.
#pragma once

#include <ravel/element/detail/functions.hpp>
#include <ravel/element/detail/rounding.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/clip.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/where.hpp>

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

// The bits are those of the standard functions. Integers are whole and finite and keep their type.
// floor: the greatest whole number that is not above the element. ceil: the least whole number that is not below it. trunc: the whole
// number towards zero. round: the nearest whole number, halves away from zero. rint: the nearest whole number, halves to even.
RAVEL_FOR_EACH_ROUNDING_FUNCTION(RAVEL_FUSED_FUNCTION)
// isnan: true for NaN. isinf: true for both infinities. isfinite: true for all but NaN and infinities.
RAVEL_FOR_EACH_NAN_FUNCTION(RAVEL_FUSED_FUNCTION)

// Real elements count as complex numbers without an imaginary part.
// real: the real part of each number. imag: the imaginary part of each number. conj: the conjugate of each number.
RAVEL_FOR_EACH_COMPLEX_FUNCTION(RAVEL_FUSED_FUNCTION)

// The angle of each number, from -pi to pi.
template <detail::lazy_numbers A>
[[nodiscard]] auto arg(A&& a) {
  const reader<detail::read_t<A>> z(std::forward<A>(a));
  return atan2(imag(z), real(z));
}
template <detail::lazy_numbers A>
[[nodiscard]] auto arg(A&& a, precise_t) {
  const reader<detail::read_t<A>> z(std::forward<A>(a));
  return atan2(imag(z), real(z), precise);
}

}  // namespace ravel
