// SPDX-License-Identifier: BSL-1.0
// Rounding to whole numbers in five directions, and tests for NaN, infinity and finite values, as stateless objects for fused loops. All
// directions use rint, which compilers vectorise, and give the bits of the standard functions. Integers are returned unchanged.
#pragma once

#include <ravel/element/detail/functions.hpp>

namespace ravel::detail {

enum class rounding : unsigned char { half_to_even, down, up, to_zero, half_from_zero };

// The whole number nearest to x, plus one where needed; a zero takes the sign of x. The addend is selected, and the addition always done:
// floating arithmetic behind a branch could trap, so compilers do not vectorise it.
template <real_element P>
P corrected(bool needed, P step, P whole, P x) {
  return std::copysign(whole + (needed ? step : P{0}), x);
}

template <rounding R, real_element P>
P round_value(P x) {
  const P whole = std::rint(x);
  if constexpr (R == rounding::half_to_even) {
    return whole;
  } else if constexpr (R == rounding::down) {
    return corrected(whole > x, P{-1}, whole, x);
  } else if constexpr (R == rounding::up) {
    return corrected(whole < x, P{1}, whole, x);
  } else if constexpr (R == rounding::to_zero) {
    return std::copysign(round_value<rounding::down>(std::abs(x)), x);
  } else {
    constexpr P below_half = P(0.5) - std::numeric_limits<P>::epsilon() / 4;  // added to what lies just below a half it does not reach 1
    return std::copysign(round_value<rounding::down>(std::abs(x) + below_half), x);
  }
}

template <rounding R>
struct rounded {
  using is_pure = void;
  template <real_number A>
  A operator()(const A& a) const {
    if constexpr (integer_element<A>)
      return a;
    else
      return round_value<R>(a);
  }
};
using rounded_down = rounded<rounding::down>;
using rounded_up = rounded<rounding::up>;
using rounded_to_zero = rounded<rounding::to_zero>;
using rounded_half_from_zero = rounded<rounding::half_from_zero>;
using rounded_half_to_even = rounded<rounding::half_to_even>;

// A complex number is NaN or infinite if either part is, and finite if both are.
struct is_nan {
  using is_pure = void;
  template <element A>
  constexpr bool operator()(const A& a) const {
    if constexpr (complex_element<A>)
      return (*this)(a.real()) || (*this)(a.imag());
    else
      return a != a;
  }
  // Times with floating ticks, and other types that may differ from themselves.
  template <class A>
    requires(!element<A>)
  constexpr bool operator()(const A& a) const {
    return a != a;
  }
};

struct is_infinite {
  using is_pure = void;
  template <element A>
  constexpr bool operator()(const A& a) const {
    if constexpr (complex_element<A>)
      return (*this)(a.real()) || (*this)(a.imag());
    else if constexpr (real_element<A>)
      return std::abs(a) > std::numeric_limits<A>::max();
    else
      return false;
  }
};

struct is_finite {
  using is_pure = void;
  template <element A>
  constexpr bool operator()(const A& a) const {
    if constexpr (complex_element<A>)
      return (*this)(a.real()) && (*this)(a.imag());
    else if constexpr (real_element<A>)
      return std::abs(a) <= std::numeric_limits<A>::max();
    else
      return true;
  }
};

}  // namespace ravel::detail
