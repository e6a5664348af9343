// SPDX-License-Identifier: BSL-1.0
// Functions of elements that are cheap enough for a fused loop, as stateless objects: absolute value, sign and square, minimum and maximum,
// clipping, choice, the parts of complex numbers, rounding to whole numbers in five directions, and tests for NaN, infinity and finite
// values. Loops over them vectorise. Types outside the set use their own abs, * and <.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/types.hpp>

#include <bit>
#include <numbers>

namespace ravel::detail {

// The types that arithmetic applies to: all elements but bool.
template <class T>
concept number = element<T> && !boolean_element<T>;
template <class T>
concept real_number = number<T> && !complex_element<T>;

// Finds the abs that a type defines in its own namespace.
namespace brought_along {
void abs();
template <class A>
constexpr auto call_abs(const A& a) -> decltype(abs(a)) {
  return abs(a);
}
}  // namespace brought_along

// Widens integers as arithmetic does; the absolute value of the smallest integer is itself. For complex numbers, the distance from zero.
struct absolute {
  using is_pure = void;
  template <number A>
  constexpr auto operator()(const A& a) const {
    using P = promote_t<A>;
    if constexpr (unsigned_element<A>)
      return promoted<P>(a);
    else if constexpr (integer_element<A>)
      return a < 0 ? subtract_values(P{0}, promoted<P>(a)) : promoted<P>(a);
    else
      return std::abs(a);
  }
  template <class A>
    requires(!element<A> && requires(const A& a) { brought_along::call_abs(a); })
  constexpr auto operator()(const A& a) const {
    if constexpr (has_whole_ticks<A>)
      return ticks_of(a) < 0 ? negated{}(a) : a;
    else
      return brought_along::call_abs(a);
  }
};

// Gives -1, 0 or 1; keeps zeros and NaN.
struct sign_of {
  using is_pure = void;
  template <real_number A>
  constexpr auto operator()(const A& a) const {
    using P = promote_t<A>;
    if constexpr (unsigned_element<A>)
      return static_cast<P>(a > 0);
    else
      return a > 0 ? P{1} : a < 0 ? P{-1} : promoted<P>(a);
  }
};

struct squared {
  using is_pure = void;
  template <class A>
    requires std::invocable<times, const A&, const A&>
  constexpr auto operator()(const A& a) const {
    return times{}(a, a);
  }
};

// The common type of two elements: bool for two bools, else their promoted type.
template <class A, class B>
using chosen_t = bitwise_t<A, B>;

template <class A, class B>
concept ordered = promotable<A, B> && !complex_element<A> && !complex_element<B>;
// Operands outside the set must have one type, so that nothing is converted.
template <class A, class B>
concept foreign_order = !element<A> && std::same_as<A, B> && requires(const A& a, const B& b) {
  { a < b } -> std::convertible_to<bool>;
};

// Gives the first of two equal elements. NaN with anything is NaN.
struct smaller {
  using is_pure = void;
  template <class A, class B>
    requires ordered<A, B>
  constexpr auto operator()(const A& a, const B& b) const {
    const auto first = promoted<chosen_t<A, B>>(a), second = promoted<chosen_t<A, B>>(b);
    return (second < first || second != second) ? second : first;
  }
  template <class A, class B>
    requires foreign_order<A, B>
  constexpr A operator()(const A& a, const B& b) const {
    return b < a ? b : a;
  }
};

struct larger {
  using is_pure = void;
  template <class A, class B>
    requires ordered<A, B>
  constexpr auto operator()(const A& a, const B& b) const {
    const auto first = promoted<chosen_t<A, B>>(a), second = promoted<chosen_t<A, B>>(b);
    return (first < second || second != second) ? second : first;
  }
  template <class A, class B>
    requires foreign_order<A, B>
  constexpr A operator()(const A& a, const B& b) const {
    return a < b ? b : a;
  }
};

// The maximum of the element and low, then the minimum of that and high.
struct clipped {
  using is_pure = void;
  template <class A, class Low, class High>
    requires((ordered<A, Low> && ordered<chosen_t<A, Low>, High>) || (foreign_order<A, Low> && foreign_order<A, High>))
  constexpr auto operator()(const A& a, const Low& low, const High& high) const {
    return smaller{}(larger{}(a, low), high);
  }
};

// Chooses real numbers by their bits, without a branch. On machines whose vectors have no 64-bit comparisons or masks, compilers vectorise
// the conditional for all types but 64-bit integers; for these they vectorise the mask.
template <class P>
[[gnu::always_inline]] constexpr P picked_number(bool first, const P& a, const P& b) {
  if constexpr (real_number<P>) {
    using bits = typename sized_integer<sizeof(P), false>::type;
    const auto of_a = std::bit_cast<bits>(a), of_b = std::bit_cast<bits>(b);
    if constexpr (sizeof(P) == 8 && std::integral<P>) return std::bit_cast<P>(picked_bits(first, of_a, of_b));
    return std::bit_cast<P>(first ? of_a : of_b);
  } else {
    return first ? a : b;
  }
}

// Both values are computed; the mask chooses one.
struct chosen {
  using is_pure = void;
  template <class A, class B>
    requires promotable<A, B>
  constexpr auto operator()(boolean_element auto mask, const A& a, const B& b) const {
    using P = chosen_t<A, B>;
    return picked_number<P>(mask, promoted<P>(a), promoted<P>(b));
  }
  template <class A, class B>
    requires(!element<A> && std::same_as<A, B>)
  constexpr A operator()(boolean_element auto mask, const A& a, const B& b) const {
    return mask ? a : b;
  }
};

// A real number is a complex one on the real line.
struct real_part {
  using is_pure = void;
  template <number A>
  constexpr real_of_t<A> operator()(const A& a) const {
    if constexpr (complex_element<A>)
      return a.real();
    else
      return a;
  }
};

struct imaginary_part {
  using is_pure = void;
  template <number A>
  constexpr real_of_t<A> operator()(const A& a) const {
    if constexpr (complex_element<A>)
      return a.imag();
    else
      return A{0};
  }
};

struct conjugated {
  using is_pure = void;
  template <number A>
  constexpr A operator()(const A& a) const {
    if constexpr (complex_element<A>)
      return A(a.real(), -a.imag());
    else
      return a;
  }
};

// Conversion between degrees and radians, and the neighbours of a real number in its type. Integers become double first.

template <real_number A>
using as_real_t = std::conditional_t<integer_element<A>, double, A>;

struct to_degrees {
  using is_pure = void;
  template <real_number A>
  constexpr auto operator()(const A& a) const {
    using P = as_real_t<A>;
    return static_cast<P>(a) * static_cast<P>(180 / std::numbers::pi);
  }
};

struct to_radians {
  using is_pure = void;
  template <real_number A>
  constexpr auto operator()(const A& a) const {
    using P = as_real_t<A>;
    return static_cast<P>(a) * static_cast<P>(std::numbers::pi / 180);
  }
};

// The least number above x; infinity and NaN stay as they are. The bits of numbers of one sign ascend with their magnitude.
template <real_element P>
constexpr P number_above(P x) {
  using bits = typename sized_integer<sizeof(P), false>::type;
  const P moved = std::bit_cast<P>(static_cast<bits>(std::bit_cast<bits>(x) + (x > 0 ? bits{1} : ~bits{0})));
  const P next = x == 0 ? std::numeric_limits<P>::denorm_min() : moved;
  return x <= std::numeric_limits<P>::max() ? next : x;
}

struct next_above {
  using is_pure = void;
  template <real_number A>
  constexpr auto operator()(const A& a) const {
    return number_above(static_cast<as_real_t<A>>(a));
  }
};

struct next_below {
  using is_pure = void;
  template <real_number A>
  constexpr auto operator()(const A& a) const {
    return -number_above(-static_cast<as_real_t<A>>(a));
  }
};

// The distance from x to the next number away from zero. For the largest number, the distance to the one before; for infinity, infinity.
struct unit_in_last_place {
  using is_pure = void;
  template <real_number A>
  constexpr auto operator()(const A& a) const {
    using P = as_real_t<A>;
    constexpr P largest = std::numeric_limits<P>::max();
    constexpr P last = largest + number_above(-largest);
    const P value = static_cast<P>(a), size = value < 0 ? -value : value;
    const P apart = number_above(size) - size;
    return size < largest ? apart : size == largest ? last : size;
  }
};

// All directions use rint, which compilers vectorise, and give the bits of the standard functions. Integers are returned unchanged.
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
