// SPDX-License-Identifier: BSL-1.0
// Adds a term, or a row of terms, to sums of products. The loops over rows are compiled once, for several instruction sets.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include "op/fold/product_sum.hpp"

#include <complex>

namespace ravel::detail {

// sum += a * b. False if the result does not fit.
template <class T>
bool add_term(T& sum, const T& a, const T& b) {
  if constexpr (integer_element<T>) {
    T product{};
    return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(sum, product, &sum);
  } else {
    sum = add_values(sum, multiply_values(a, b));
    return true;
  }
}
template <class I>
bool add_term(product_sum<I>& sum, I a, I b) {
  sum.add_product(a, b);
  return true;
}

// out[j] += factor * row[j]. False if an integer does not fit.
template <class S, class T>
[[gnu::always_inline]] inline bool add_multiples(S* __restrict out, T factor, const T* __restrict row, index_t n) {
  bool fits = true;
  for (index_t j = 0; j < n; ++j) fits &= add_term(out[j], factor, row[j]);
  return fits;
}
bool add_multiple(std::int64_t* out, std::int64_t factor, const std::int64_t* row, index_t n);
bool add_multiple(std::uint64_t* out, std::uint64_t factor, const std::uint64_t* row, index_t n);
bool add_multiple(float* out, float factor, const float* row, index_t n);
bool add_multiple(double* out, double factor, const double* row, index_t n);
bool add_multiple(std::complex<float>* out, std::complex<float> factor, const std::complex<float>* row, index_t n);
bool add_multiple(std::complex<double>* out, std::complex<double> factor, const std::complex<double>* row, index_t n);
template <class I>
bool add_multiple(product_sum<I>* out, I factor, const I* row, index_t n) {
  return add_multiples(out, factor, row, n);
}

}  // namespace ravel::detail
