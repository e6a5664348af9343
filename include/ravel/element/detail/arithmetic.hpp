// SPDX-License-Identifier: BSL-1.0
// The functions behind the arithmetic operators, as stateless objects. Loops over them vectorise, std::invocable says which operands they
// take, and is_pure says that they depend on nothing else. Elements are computed in their promoted type, where integers wrap and only
// integer division can throw. Other types use their own operators.
#pragma once

#include <ravel/base/config.hpp>
#include <ravel/element/dtype.hpp>
#include <ravel/element/promote.hpp>
#include <ravel/element/ticks.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

namespace ravel::detail {

[[noreturn]] RAVEL_API void throw_shift(std::int64_t by, dtype type);
[[noreturn]] RAVEL_API void throw_shift(std::uint64_t by, dtype type);
[[noreturn]] RAVEL_API void throw_division(std::int64_t a, char sign, std::int64_t b, dtype type);
[[noreturn]] RAVEL_API void throw_division(std::uint64_t a, char sign, std::uint64_t b, dtype type);
[[noreturn]] RAVEL_API void throw_arithmetic_overflow(std::int64_t a, char sign, std::int64_t b, dtype type);
[[noreturn]] RAVEL_API void throw_arithmetic_overflow(std::uint64_t a, char sign, std::uint64_t b, dtype type);

// Each function below takes two values of one promoted type.

template <integer_element P>
constexpr auto as_unsigned(P value) {
  return static_cast<std::make_unsigned_t<P>>(value);
}

template <integer_element P>
constexpr auto as_widest(P value) {
  return static_cast<std::conditional_t<signed_element<P>, std::int64_t, std::uint64_t>>(value);
}

// A product that is rounded before any further use. Fusing it with an addition would give other bits on machines with that instruction.
template <real_element P>
constexpr P rounded_product(P a, P b) {
  RAVEL_STRICT_BODY
#if __has_builtin(__builtin_assoc_barrier)
  return __builtin_assoc_barrier(a * b);
#else
  return a * b;
#endif
}

// The same value, but the compiler cannot see how it was computed.
template <std::floating_point P>
constexpr P opaque(P value) {
  if (!std::is_constant_evaluated()) {
#if defined(__x86_64__)
    asm("" : "+x"(value));
#elif defined(__aarch64__)
    asm("" : "+w"(value));
#else
    asm("" : "+m"(value));
#endif
  }
  return value;
}

// A rounded product for loops that users compile with their own options. GCC's vectoriser ignores the barrier above.
template <std::floating_point P>
constexpr P lone_product(P a, P b) {
  return opaque(a * b);
}

template <element P>
constexpr P add_values(P a, P b) {
  if constexpr (integer_element<P>)
    return static_cast<P>(as_unsigned(a) + as_unsigned(b));
  else if constexpr (complex_element<P>)
    return P(a.real() + b.real(), a.imag() + b.imag());
  else
    return a + b;
}

template <element P>
constexpr P subtract_values(P a, P b) {
  if constexpr (integer_element<P>)
    return static_cast<P>(as_unsigned(a) - as_unsigned(b));
  else if constexpr (complex_element<P>)
    return P(a.real() - b.real(), a.imag() - b.imag());
  else
    return a - b;
}

// Multiplies complex numbers by the textbook formula. The standard operator calls a function that repairs NaN, which prevents vectors.
template <element P>
constexpr P multiply_values(P a, P b) {
  if constexpr (integer_element<P>) {
    return static_cast<P>(as_unsigned(a) * as_unsigned(b));
  } else if constexpr (complex_element<P>) {
    return P(rounded_product(a.real(), b.real()) - rounded_product(a.imag(), b.imag()),
             rounded_product(a.real(), b.imag()) + rounded_product(a.imag(), b.real()));
  } else {
    return rounded_product(a, b);
  }
}

// (a + a2 i) / (b + b2 i) for |b| >= |b2|, by Smith's method: no square of a part can overflow. The steps are NumPy's, so that the bits
// agree. If the divisor is zero, of whatever signs, each part is divided by +0.
template <real_element R>
constexpr std::complex<R> divide_by_larger(R a, R a2, R b, R b2) {
  constexpr R infinity = std::numeric_limits<R>::infinity();
  if (b == 0 && b2 == 0) return {a * infinity, a2 * infinity};  // b2 may be NaN
  const R ratio = b2 / b;
  const R scale = R{1} / (b + rounded_product(b2, ratio));
  return {(a + rounded_product(a2, ratio)) * scale, (a2 - rounded_product(a, ratio)) * scale};
}

template <real_element R>
constexpr std::complex<R> divide_complex(std::complex<R> a, std::complex<R> b) {
  const R re = b.real() < 0 ? -b.real() : b.real();
  const R im = b.imag() < 0 ? -b.imag() : b.imag();
  if (re >= im) return divide_by_larger(a.real(), a.imag(), b.real(), b.imag());
  return divide_by_larger(a.imag(), -a.real(), b.imag(), -b.real());  // both turned by -i
}

template <integer_element P>
constexpr void check_division(P a, char sign, P b) {
  bool undefined = b == 0;
  if constexpr (signed_element<P>) undefined = undefined || (b == -1 && a == std::numeric_limits<P>::min());
  if (undefined) throw_division(as_widest(a), sign, as_widest(b), dtype_of<P>());
}

template <element P>
constexpr P divide_values(P a, P b) {
  if constexpr (integer_element<P>) check_division(a, '/', b);
  if constexpr (complex_element<P>)
    return divide_complex(a, b);
  else
    return a / b;
}

// The remainder has the sign of the dividend, for floating types too.
template <element P>
constexpr P remainder_values(P a, P b) {
  if constexpr (integer_element<P>) {
    check_division(a, '%', b);
    return a % b;
  } else {
    return std::fmod(a, b);
  }
}

template <element P>
constexpr P and_values(P a, P b) {
  return static_cast<P>(a & b);
}
template <element P>
constexpr P or_values(P a, P b) {
  return static_cast<P>(a | b);
}
template <element P>
constexpr P xor_values(P a, P b) {
  return static_cast<P>(a ^ b);
}

template <integer_element P>
constexpr void check_shift(P by) {
  if (static_cast<std::uint64_t>(by) >= 8 * sizeof(P)) throw_shift(as_widest(by), dtype_of<P>());
}

// Shifts as multiplication by a power of two, modulo 2^n.
template <integer_element P>
constexpr P shift_left_values(P a, P by) {
  check_shift(by);
  return static_cast<P>(as_unsigned(a) << by);
}
// Rounds down.
template <integer_element P>
constexpr P shift_right_values(P a, P by) {
  check_shift(by);
  return static_cast<P>(a >> by);
}

template <element P>
constexpr P add_checked(P a, P b) {
  if constexpr (!integer_element<P>)
    return add_values(a, b);
  else if (P sum{}; !__builtin_add_overflow(a, b, &sum))
    return sum;
  else
    throw_arithmetic_overflow(as_widest(a), '+', as_widest(b), dtype_of<P>());
}

template <element P>
constexpr P subtract_checked(P a, P b) {
  if constexpr (!integer_element<P>)
    return subtract_values(a, b);
  else if (P difference{}; !__builtin_sub_overflow(a, b, &difference))
    return difference;
  else
    throw_arithmetic_overflow(as_widest(a), '-', as_widest(b), dtype_of<P>());
}

template <element P>
constexpr P multiply_checked(P a, P b) {
  if constexpr (!integer_element<P>)
    return multiply_values(a, b);
  else if (P product{}; !__builtin_mul_overflow(a, b, &product))
    return product;
  else
    throw_arithmetic_overflow(as_widest(a), '*', as_widest(b), dtype_of<P>());
}

// The operands of each operator. Two bools have a sum and a product but no difference; complex numbers have no remainder and no bits.
template <class A, class B>
concept subtractable = promotable<A, B> && !(boolean_element<A> && boolean_element<B>);
template <class A, class B>
concept remainder_operands = subtractable<A, B> && !complex_element<A> && !complex_element<B>;
template <class A, class B>
concept bitwise_operands = promotable<A, B> && kind_v<A> <= element_kind::integer && kind_v<B> <= element_kind::integer;

template <class A, class B>
concept shift_operands = promotable<A, B> && integer_element<A> && integer_element<B>;

template <class A, class B>
using bitwise_t = std::conditional_t<boolean_element<A> && boolean_element<B>, bool, promote_t<A, B>>;

// Operators with an operand outside the set are that type's own, except that times compute as the integers they count.
#define RAVEL_BINARY_FUNCTION(name, sign, operands, meeting_type, compute)                    \
  struct name {                                                                               \
    using is_pure = void;                                                                     \
    template <class A, class B>                                                               \
      requires operands<A, B>                                                                 \
    constexpr auto operator()(const A& a, const B& b) const {                                 \
      using P = meeting_type<A, B>;                                                           \
      return compute(promoted<P>(a), promoted<P>(b));                                         \
    }                                                                                         \
    template <class A, class B>                                                               \
      requires(!(element<A> && element<B>) && requires(const A& a, const B& b) { a sign b; }) \
    constexpr auto operator()(const A& a, const B& b) const {                                 \
      using R = std::remove_cvref_t<decltype(a sign b)>;                                      \
      if constexpr (whole_ticks<R, A, B>)                                                     \
        return combine_ticks<R>(a, b, [](auto x, auto y) { return compute(x, y); });          \
      else                                                                                    \
        return a sign b;                                                                      \
    }                                                                                         \
  };

RAVEL_BINARY_FUNCTION(plus, +, promotable, promote_t, add_values)
RAVEL_BINARY_FUNCTION(minus, -, subtractable, promote_t, subtract_values)
RAVEL_BINARY_FUNCTION(times, *, promotable, promote_t, multiply_values)
RAVEL_BINARY_FUNCTION(divided_by, /, subtractable, promote_t, divide_values)
RAVEL_BINARY_FUNCTION(modulus, %, remainder_operands, promote_t, remainder_values)
RAVEL_BINARY_FUNCTION(bit_and, &, bitwise_operands, bitwise_t, and_values)
RAVEL_BINARY_FUNCTION(bit_or, |, bitwise_operands, bitwise_t, or_values)
RAVEL_BINARY_FUNCTION(bit_xor, ^, bitwise_operands, bitwise_t, xor_values)
RAVEL_BINARY_FUNCTION(shifted_left, <<, shift_operands, promote_t, shift_left_values)
RAVEL_BINARY_FUNCTION(shifted_right, >>, shift_operands, promote_t, shift_right_values)

// These throw overflow_error if an integer result does not fit the promoted type. Floating and complex types compute as above.
RAVEL_BINARY_FUNCTION(checked_plus, +, promotable, promote_t, add_checked)
RAVEL_BINARY_FUNCTION(checked_minus, -, subtractable, promote_t, subtract_checked)
RAVEL_BINARY_FUNCTION(checked_times, *, promotable, promote_t, multiply_checked)
#undef RAVEL_BINARY_FUNCTION

struct negated {
  using is_pure = void;
  template <element A>
    requires(!boolean_element<A>)
  constexpr auto operator()(const A& a) const {
    if constexpr (integer_element<A>)
      return subtract_values(promote_t<A>{0}, promoted<promote_t<A>>(a));
    else
      return -a;
  }
  template <class A>
    requires(!element<A> && requires(const A& a) { -a; })
  constexpr auto operator()(const A& a) const {
    using R = std::remove_cvref_t<decltype(-a)>;
    if constexpr (whole_ticks<R, A, A>)
      return from_ticks<R>(subtract_values(ticks_t<R>{0}, ticks_t<R>{ticks_of(a)}));
    else
      return -a;
  }
};

// The operand, widened as arithmetic does.
struct unary_plus {
  template <element A>
    requires(!boolean_element<A>)
  constexpr auto operator()(const A& a) const {
    return promoted<promote_t<A>>(a);
  }
  template <class A>
    requires(!element<A> && requires(const A& a) { +a; })
  constexpr auto operator()(const A& a) const {
    return +a;
  }
};

// ~ of a bool is its opposite, as & | ^ of two bools are bools.
struct bit_not {
  using is_pure = void;
  template <integer_element A>
  constexpr auto operator()(const A& a) const {
    return ~promoted<promote_t<A>>(a);
  }
  constexpr bool operator()(boolean_element auto a) const { return !a; }
  template <class A>
    requires(!element<A> && requires(const A& a) { ~a; })
  constexpr auto operator()(const A& a) const {
    return ~a;
  }
};

// Takes bools only and evaluates both: the operands are values already.
struct logical_and {
  using is_pure = void;
  constexpr bool operator()(boolean_element auto a, boolean_element auto b) const { return a & b; }
};

struct logical_or {
  using is_pure = void;
  constexpr bool operator()(boolean_element auto a, boolean_element auto b) const { return a | b; }
};

struct logical_not {
  using is_pure = void;
  constexpr bool operator()(boolean_element auto a) const { return !a; }
};

}  // namespace ravel::detail
