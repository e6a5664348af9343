// SPDX-License-Identifier: BSL-1.0
// Square root, exponentials, logarithms, trigonometric and hyperbolic functions, pow, atan2, hypot. Lazy, a block at a time. They use the
// vector routines of the machine, if there are any (within 4 ulp), or with `precise` the C library's scalar functions. Integers become
// double first. Results own their operands, and any thread may read them.
#pragma once

#include <ravel/base/config.hpp>
#include <ravel/element/detail/function_table.hpp>
#include <ravel/element/detail/functions.hpp>
#include <ravel/element/types.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/reader/block.hpp>

#include <cmath>

namespace ravel::detail {

// The loops: one per function and floating or complex type, in a fast form and in a precise form, which calls the standard scalar function
// for every element. Compiled in the library; stateless.

#define RAVEL_NAME(name) name,
enum class unary_function : unsigned char { RAVEL_FOR_EACH_UNARY_FUNCTION(RAVEL_NAME) };
enum class binary_function : unsigned char { RAVEL_FOR_EACH_BINARY_FUNCTION(RAVEL_NAME) };
#undef RAVEL_NAME

// The output may be one of the inputs, element for element.
template <class T>
using unary_kernel = void (*)(T* out, index_t n, block<const T> in);
template <class T>
using binary_kernel = void (*)(T* out, index_t n, block<const T> a, block<const T> b);

// For float, double and complex. The caller asks only for functions that the type has.
template <class T>
RAVEL_API unary_kernel<T> precise_kernel(unary_function f);
template <class T>
RAVEL_API binary_kernel<T> precise_kernel(binary_function f);

// For float and double.
template <class T>
RAVEL_API unary_kernel<T> fast_kernel(unary_function f);
template <class T>
RAVEL_API binary_kernel<T> fast_kernel(binary_function f);

// Computes 1 / (1 + e^-x) by the exponential of a number <= 0, which neither overflows nor loses the smallest results.
template <class T, class Exp>
[[gnu::always_inline]] inline T logistic_by(Exp exp, T x) {
  const T power = exp(-std::abs(x));
  return (x < 0 ? power : T{1}) / (1 + power);
}

enum class accuracy : unsigned char { fast, precise };

template <class T, class Function>
auto find_kernel(Function f, accuracy how) {
  if constexpr (real_element<T>) {
    if (how == accuracy::fast) return fast_kernel<T>(f);
  }
  return precise_kernel<T>(f);
}

}  // namespace ravel::detail

namespace ravel {

// sin(x, precise) calls the C library's scalar function for every element.
struct precise_t {};
// sin(x, precise) calls the C library's scalar function for every element.
inline constexpr precise_t precise{};

namespace detail {

// Computes one element as a block of one. A tile machine has the same function, or none.
template <class T, class Run>
struct block_kernel {
  Run run;
  tile_function tile = tile_function::none;

  template <class... Ts>
  T operator()(const Ts&... values) const {
    T result{};
    run(&result, 1, block<const T>{&values, 1}...);
    return result;
  }
  template <class... Blocks>
  void operator()(T* out, index_t n, const Blocks&... in) const {
    run(out, n, in...);
  }
};

template <class T, class Function, class... Sources>
reader<T> apply_function(Function f, accuracy how, Sources... sources) {
  const auto run = find_kernel<T>(f, how);
  tile_function tile = tile_function::none;
  if constexpr (std::same_as<Function, unary_function>) tile = f == unary_function::sqrt ? tile_function::square_root : tile;
  return apply_kernel<T>(block_kernel<T, std::remove_const_t<decltype(run)>>{run, tile}, std::move(sources)...);
}

// The type that the functions compute in: a floating or complex type itself, double for integers.
template <class A, class B>
struct computed : std::type_identity<promote_t<A, B>> {};
template <integer_element A, integer_element B>
struct computed<A, B> : std::type_identity<double> {};
template <class A, class B = A>
using computed_t = typename computed<A, B>::type;

template <class R>
concept lazy_numbers = lazy_reader<R> && number<read_t<R>>;
template <class R>
concept lazy_real_numbers = lazy_reader<R> && real_number<read_t<R>>;

template <class A>
auto apply_unary(unary_function f, accuracy how, A&& a) {
  using T = computed_t<read_t<A>>;
  return apply_function<T>(f, how, cast<T>(std::forward<A>(a)));
}

// The element type of an operand. A scalar is weak: it takes the type that the reader is computed in.
template <class X, class Other>
struct operand_element : std::type_identity<weak_scalar_t<computed_t<read_t<Other>>, std::remove_cvref_t<X>>> {};
template <readable X, class Other>
struct operand_element<X, Other> : std::type_identity<read_t<X>> {};
template <class X, class Other>
using operand_element_t = typename operand_element<X, Other>::type;

template <class A, class B>
using pair_computed_t = computed_t<operand_element_t<A, B>, operand_element_t<B, A>>;

// Two readers of numbers, or one and a scalar, which may be a bool. Any two numbers are promoted to a floating or complex type.
template <class X>
concept number_operand = !shaped<std::remove_cvref_t<X>> && (number<operand_value_t<X>> || std::same_as<std::remove_cvref_t<X>, bool>);
template <class A, class B>
concept lazy_number_pair = (lazy_reader<A> || lazy_reader<B>)&&number_operand<A> && number_operand<B>;
template <class A, class B>
concept lazy_real_number_pair = lazy_number_pair<A, B> && real_number<pair_computed_t<A, B>>;

template <class T, class Other, class X>
reader<T> pair_operand(index_t size, X&& x) {
  if constexpr (readable<X>) {
    return cast<T>(std::forward<X>(x));
  } else {
    return constant(size, promoted<T>(weak_scalar<computed_t<read_t<Other>>>(x)));
  }
}

template <class A, class B>
index_t pair_size(const A& a, const B& b) {
  if constexpr (readable<A>)
    return a.size();
  else
    return b.size();
}

template <class A, class B>
auto apply_binary(binary_function f, accuracy how, A&& a, B&& b) {
  using T = pair_computed_t<A, B>;
  const index_t size = pair_size(a, b);
  return apply_function<T>(f, how, pair_operand<T, B>(size, std::forward<A>(a)), pair_operand<T, A>(size, std::forward<B>(b)));
}

}  // namespace detail

#define RAVEL_UNARY_FUNCTION(name, operand)                                                                  \
  template <detail::operand A>                                                                               \
  [[nodiscard]] auto name(A&& a) {                                                                           \
    return detail::apply_unary(detail::unary_function::name, detail::accuracy::fast, std::forward<A>(a));    \
  }                                                                                                          \
  template <detail::operand A>                                                                               \
  [[nodiscard]] auto name(A&& a, precise_t) {                                                                \
    return detail::apply_unary(detail::unary_function::name, detail::accuracy::precise, std::forward<A>(a)); \
  }
#define RAVEL_ANALYTIC_FUNCTION(name) RAVEL_UNARY_FUNCTION(name, lazy_numbers)
#define RAVEL_REAL_FUNCTION(name) RAVEL_UNARY_FUNCTION(name, lazy_real_numbers)

// The function of this name of <cmath>, of each element; complex numbers have it, too.
RAVEL_ANALYTIC_FUNCTION(sqrt)
RAVEL_FOR_EACH_ANALYTIC_FUNCTION(RAVEL_ANALYTIC_FUNCTION)
// The function of this name of <cmath>, of each real number. logistic: 1 / (1 + exp(-x)).
RAVEL_FOR_EACH_REAL_FUNCTION(RAVEL_REAL_FUNCTION)
#undef RAVEL_REAL_FUNCTION
#undef RAVEL_ANALYTIC_FUNCTION
#undef RAVEL_UNARY_FUNCTION

#define RAVEL_BINARY_FUNCTION(name, operands)                                                                                      \
  template <class A, class B>                                                                                                      \
    requires detail::operands<A, B>                                                                                                \
  [[nodiscard]] auto name(A&& a, B&& b) {                                                                                          \
    return detail::apply_binary(detail::binary_function::name, detail::accuracy::fast, std::forward<A>(a), std::forward<B>(b));    \
  }                                                                                                                                \
  template <class A, class B>                                                                                                      \
    requires detail::operands<A, B>                                                                                                \
  [[nodiscard]] auto name(A&& a, B&& b, precise_t) {                                                                               \
    return detail::apply_binary(detail::binary_function::name, detail::accuracy::precise, std::forward<A>(a), std::forward<B>(b)); \
  }

RAVEL_BINARY_FUNCTION(pow, lazy_number_pair)         // a to the power of b
RAVEL_BINARY_FUNCTION(atan2, lazy_real_number_pair)  // the angle of the point (b, a), as of std::atan2
RAVEL_BINARY_FUNCTION(hypot, lazy_real_number_pair)  // the root of the sum of both squares, without overflow on the way
#undef RAVEL_BINARY_FUNCTION

}  // namespace ravel
