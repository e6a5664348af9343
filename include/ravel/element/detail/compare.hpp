// SPDX-License-Identifier: BSL-1.0
// The functions behind the comparison operators, as stateless objects. Elements of different types compare by value: -1 < 1u, and 2^53 + 1
// differs from the double 2^53. NaN differs from everything and has no order, and complex numbers have none. Times of different units also
// compare exactly; other types use their own operators.
#pragma once

#include <ravel/element/promote.hpp>
#include <ravel/element/ticks.hpp>

#include <limits>

namespace ravel::detail {

// An integer with a floating type that may not hold it exactly; and two integers whose values no type of the set can all hold.
template <class Int, class R>
concept rounds_beside = integer_element<Int> && sizeof(Int) == 8 && real_element<R>;
template <class Int, class U>
concept signed_beside_uint64 = signed_element<Int> && unsigned_element<U> && sizeof(U) == 8;

// The sign of i - x, where x is the double nearest to i: a whole number within the range of I, or one past its end.
template <integer_element Int>
constexpr int compare_with_nearest(Int i, double x) {
  constexpr double end = 2.0 * static_cast<double>(Int{1} << (std::numeric_limits<Int>::digits - 1));
  if (x >= end) return -1;
  const Int whole = static_cast<Int>(x);
  return static_cast<int>(i > whole) - static_cast<int>(i < whole);
}

template <element A, element B>
constexpr bool values_equal(A a, B b) {
  if constexpr (complex_element<A> && complex_element<B>) {
    return values_equal(a.real(), b.real()) && values_equal(a.imag(), b.imag());
  } else if constexpr (complex_element<A>) {
    return values_equal(a.real(), b) && a.imag() == 0;
  } else if constexpr (rounds_beside<A, B>) {
    const auto nearest = static_cast<double>(a);
    return nearest == b && compare_with_nearest(a, nearest) == 0;
  } else if constexpr (signed_beside_uint64<A, B>) {
    return a >= 0 && static_cast<std::uint64_t>(a) == b;
  } else if constexpr (complex_element<B> || rounds_beside<B, A> || signed_beside_uint64<B, A>) {
    return values_equal(b, a);
  } else {
    return promoted<promote_t<A, B>>(a) == promoted<promote_t<A, B>>(b);
  }
}

// a < b, or a <= b.
template <bool OrEqual, class P>
constexpr bool is_below(P a, P b) {
  if constexpr (OrEqual)
    return a <= b;
  else
    return a < b;
}

template <bool OrEqual, element A, element B>
constexpr bool values_below(A a, B b) {
  if constexpr (rounds_beside<A, B>) {
    const auto nearest = static_cast<double>(a);  // rounding keeps the order, so that only equality leaves a doubt
    return nearest < b || (nearest == b && is_below<OrEqual>(compare_with_nearest(a, nearest), 0));
  } else if constexpr (rounds_beside<B, A>) {
    const auto nearest = static_cast<double>(b);
    return a < nearest || (a == nearest && is_below<OrEqual>(0, compare_with_nearest(b, nearest)));
  } else if constexpr (signed_beside_uint64<A, B>) {
    const bool magnitude_below = is_below<OrEqual>(static_cast<std::uint64_t>(a), std::uint64_t{b});
    return (a < 0) | magnitude_below;
  } else if constexpr (signed_beside_uint64<B, A>) {
    const bool magnitude_below = is_below<OrEqual>(std::uint64_t{a}, static_cast<std::uint64_t>(b));
    return (b >= 0) & magnitude_below;
  } else {
    return is_below<OrEqual>(promoted<promote_t<A, B>>(a), promoted<promote_t<A, B>>(b));
  }
}

template <class A, class B>
concept equality_operands = element<A> && element<B>;
template <class A, class B>
concept ordered_operands = equality_operands<A, B> && !complex_element<A> && !complex_element<B>;

#define RAVEL_COMPARISON(name, sign, operands, result)                               \
  struct name {                                                                      \
    using is_pure = void;                                                            \
    template <class A, class B>                                                      \
      requires operands<A, B>                                                        \
    constexpr bool operator()(const A& a, const B& b) const {                        \
      return result;                                                                 \
    }                                                                                \
    template <class A, class B>                                                      \
      requires(!equality_operands<A, B> &&                                           \
               requires(const A& a, const B& b) {                                    \
                 { a sign b } -> std::convertible_to<bool>;                          \
               })                                                                    \
    constexpr bool operator()(const A& a, const B& b) const {                        \
      if constexpr (has_whole_ticks<A> && has_whole_ticks<B> && !std::same_as<A, B>) \
        return exact_ticks<A, B>(a) sign exact_ticks<A, B>(b);                       \
      else                                                                           \
        return a sign b;                                                             \
    }                                                                                \
  };

RAVEL_COMPARISON(equals, ==, equality_operands, values_equal(a, b))
RAVEL_COMPARISON(differs, !=, equality_operands, !values_equal(a, b))
RAVEL_COMPARISON(less, <, ordered_operands, values_below<false>(a, b))
RAVEL_COMPARISON(less_equal, <=, ordered_operands, values_below<true>(a, b))
RAVEL_COMPARISON(greater, >, ordered_operands, values_below<false>(b, a))
RAVEL_COMPARISON(greater_equal, >=, ordered_operands, values_below<true>(b, a))
#undef RAVEL_COMPARISON

}  // namespace ravel::detail
