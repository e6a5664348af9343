// SPDX-License-Identifier: BSL-1.0
// The loops behind lazy/math.hpp: one per function and floating or complex type, in a fast form and in a precise form, which calls the
// standard scalar function for every element. Compiled in the library; stateless.
#pragma once

#include <ravel/base/config.hpp>
#include <ravel/element/detail/function_table.hpp>
#include <ravel/element/types.hpp>
#include <ravel/reader/block.hpp>

#include <cmath>

namespace ravel::detail {

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
