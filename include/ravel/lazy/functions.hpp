// SPDX-License-Identifier: BSL-1.0
// abs, sign, square, minimum, maximum, clip, where, arithmetic that throws if an integer result does not fit, degrees and radians, the
// neighbours of real numbers, rounding, and the parts of complex numbers. All work element by element, lazily, and fuse with the expression
// around them, but arg, which is an atan2. Scalars are weak, as beside an operator. Results own their operands, and any thread may read
// them. Casts and the block kernels are included.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/element/detail/civil.hpp>
#include <ravel/element/detail/functions.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/math.hpp>
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

namespace detail {

[[noreturn]] RAVEL_API void throw_crossed_bounds(const text& low, const text& high);

template <class X, class Bound>
using bound_t = value_beside_t<scalars::weak, Bound, X>;

template <class Bound>
text bound_text(const Bound& bound) {
  if constexpr (time_element<Bound>) {
    return text() << time_text(bound);
  } else if constexpr (requires { text() << bound; }) {
    return text() << bound;
  } else {
    return text() << "a value";
  }
}

// NaN is not a valid bound.
template <class Low, class High>
void check_bounds(const Low& low, const High& high) {
  if constexpr (!readable<Low> && !readable<High>) {
    if (!less_equal{}(low, high)) throw_crossed_bounds(bound_text(low), bound_text(high));
  }
}

}  // namespace detail

// Limits every element to two bounds, which are readers or weak scalars. NaN stays NaN. Scalar bounds that cross are an error at once; if
// bounds from readers cross, the upper one wins.
template <class X, class Low, class High>
  requires(detail::lazy_reader<X> && !shaped<std::remove_cvref_t<Low>> && !shaped<std::remove_cvref_t<High>> &&
           std::invocable<detail::clipped, const detail::read_t<X>&, const detail::bound_t<X, Low>&, const detail::bound_t<X, High>&>)
[[nodiscard]] auto clip(X&& x, Low&& low, High&& high) {
  auto&& lower = detail::beside<detail::scalars::weak, X>(std::forward<Low>(low));
  auto&& upper = detail::beside<detail::scalars::weak, X>(std::forward<High>(high));
  detail::check_bounds(lower, upper);
  return detail::fuse(detail::clipped{}, std::forward<X>(x), std::forward<decltype(lower)>(lower), std::forward<decltype(upper)>(upper));
}

namespace detail {

template <class Other, class X>
decltype(auto) branch_beside(X&& x) {
  using A = std::remove_cvref_t<X>;
  using B = std::remove_cvref_t<Other>;
  if constexpr (readable<A>)
    return std::forward<X>(x);
  else if constexpr (readable<B>)
    return weak_value<read_t<B>>(std::forward<X>(x));
  else if constexpr (promotable<A, B>)
    return promoted<chosen_t<A, B>>(x);
  else
    return std::forward<X>(x);
}

template <class X, class Other>
using branch_t = operand_value_t<decltype(branch_beside<Other>(std::declval<X>()))>;

template <class Mask, class A, class B>
concept branches =
    lazy_reader<Mask> && !shaped<std::remove_cvref_t<A>> && !shaped<std::remove_cvref_t<B>> &&
    (readable<A> || readable<B> || !unowned_among<A, B>)&&std::invocable<chosen, bool, const branch_t<A, B>&, const branch_t<B, A>&>;

}  // namespace detail

// The element of a where the mask is true, else that of b. Both are computed for every element, so guard a division that must not happen in
// its operand. Either side may be a scalar, which is weak beside a reader; two scalars take their promoted type.
template <class Mask, class A, class B>
  requires(detail::branches<Mask, A, B> && boolean_element<detail::read_t<Mask>>)
[[nodiscard]] auto where(Mask&& mask, A&& a, B&& b) {
  return detail::fuse(detail::chosen{}, std::forward<Mask>(mask), detail::branch_beside<B>(std::forward<A>(a)),
                      detail::branch_beside<A>(std::forward<B>(b)));
}

template <readable Mask, class A, class B>
  requires(!boolean_element<detail::read_t<Mask>>)
void where(Mask&& mask, A&& a, B&& b) = delete;  // the mask must be of bool: write x != 0

template <readable Mask>
void where(const Mask& mask) = delete;  // the positions where a mask is true: argfilter(mask), of a tensor nonzero(mask)

void where(...) = delete;  // of a mask and two operands with a type in common: where(x > 0, x, 0.0), where(x > 0, cast<double>(n), x)

}  // namespace ravel
