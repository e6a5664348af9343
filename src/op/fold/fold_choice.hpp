// SPDX-License-Identifier: BSL-1.0
// Chooses how a reduction of the engine gathers an element type, and how it finishes. Only for src/.
#pragma once

#include <ravel/op/fold/detail/reduced.hpp>
#include "op/fold/gathering.hpp"

namespace ravel::detail {

// Turns a gathered state into the result.
template <class Op, class T>
struct finishing;
template <class T>
struct finishing<summing, T> {
  template <class Total>
  static sum_t<T> result(Total total, index_t) {
    if constexpr (real_or_complex<T>) {
      return static_cast<T>(total);
    } else {
      return in_64_bits<sum_t<T>>(total, "the sum of the integers");
    }
  }
};
template <class T>
struct finishing<multiplying, T> {
  static sum_t<T> result(const integer_factors& found, index_t) { return found.result<sum_t<T>>(); }
  static T result(double product, index_t) { return static_cast<T>(product); }
  static T result(std::complex<double> product, index_t) { return static_cast<T>(product); }
};
template <class Mean, class T>
  requires std::same_as<Mean, averaging>
struct finishing<Mean, T> {
  using R = axis_result_t<Mean, T>;
  template <class Total>
  static R result(Total total, index_t n) {
    if constexpr (std::same_as<Total, std::complex<double>>) {
      return static_cast<R>(total / static_cast<double>(n));
    } else {
      return static_cast<R>(static_cast<double>(total) / static_cast<double>(n));
    }
  }
};
template <among<least, greatest> Before, class T>
struct finishing<Before, T> {
  static T result(T found, index_t) { return without_sign_of_zero(found); }
};

// The type that a reduction computes in. A product computes in the type of its partial results. Entries of narrow integers become wide
// ones, because finding them costs more.
template <class Op, class T>
using computed_in = std::conditional_t<std::same_as<Op, multiplying>, accumulator_t<T>, T>;
template <class Op, class T>
using computed_of_entries = std::conditional_t<integer_element<T>, sum_t<T>, computed_in<Op, T>>;

template <class Op, class T, class F>
auto with_fold(index_t inner, F make) {
  if constexpr (among<Op, least, greatest>) {
    return make(picked<Op, T>{});
  } else if constexpr (std::same_as<Op, multiplying>) {
    if constexpr (complex_element<T>)
      return make(complex_product<T>{});
    else if constexpr (real_element<T>)
      return make(real_product<T>{});
    else
      return make(integer_product<T>{});
  } else if constexpr (complex_element<T>) {
    return make(complex_sum<T>{});
  } else if constexpr (real_element<T>) {
    return make(real_sum<T>{});
  } else {
    if constexpr (sizeof(T) < 8) {
      if (inner < narrow_limit) return make(integer_sum<T, std::int64_t>{});
    }
    return make(integer_sum<T, int128>{});
  }
}

}  // namespace ravel::detail

// RAVEL_INSTANTIATE(Op, T) for every reduction of lines and each type that it computes in: over all elements, and over entries.
#define RAVEL_INSTANTIATE_SUMS(T) \
  RAVEL_INSTANTIATE(summing, T)   \
  RAVEL_INSTANTIATE(averaging, T)
#define RAVEL_INSTANTIATE_PICKS(T) \
  RAVEL_INSTANTIATE(least, T)      \
  RAVEL_INSTANTIATE(greatest, T)
#define RAVEL_INSTANTIATE_PRODUCTS              \
  RAVEL_INSTANTIATE(multiplying, std::int64_t)  \
  RAVEL_INSTANTIATE(multiplying, std::uint64_t) \
  RAVEL_INSTANTIATE(multiplying, double)        \
  RAVEL_INSTANTIATE(multiplying, std::complex<double>)
#define RAVEL_INSTANTIATE_REDUCTIONS             \
  RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE_SUMS) \
  RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE_PICKS) RAVEL_INSTANTIATE_PRODUCTS
#define RAVEL_FOR_EACH_OF_ENTRIES(X) X(bool) X(std::int64_t) X(std::uint64_t) RAVEL_FOR_EACH_REAL(X)
#define RAVEL_INSTANTIATE_ENTRY_REDUCTIONS          \
  RAVEL_FOR_EACH_OF_ENTRIES(RAVEL_INSTANTIATE_SUMS) \
  RAVEL_FOR_EACH_COMPLEX(RAVEL_INSTANTIATE_SUMS)    \
  RAVEL_FOR_EACH_OF_ENTRIES(RAVEL_INSTANTIATE_PICKS) RAVEL_INSTANTIATE_PRODUCTS
