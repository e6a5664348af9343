// SPDX-License-Identifier: BSL-1.0
// An exact sum of any number of products of 64-bit integers: only the whole sum must fit, not the sums on the way. A value.
#pragma once

#include <ravel/base/index.hpp>

#include <limits>
#include <type_traits>

namespace ravel::detail {

[[noreturn]] RAVEL_API void throw_product_overflow(index_t row, index_t column, double about);

template <class Integer>
class product_sum {
 public:
  void add_product(Integer a, Integer b) {
    const wide term = static_cast<wide>(a) * b;
    if (__builtin_add_overflow(sum_, term, &sum_)) around_ += term < 0 ? -1 : 1;
  }
  // The sum as the element of a product at this position.
  Integer at(index_t row, index_t column) const {
    if (around_ != 0 || sum_ < std::numeric_limits<Integer>::min() || sum_ > std::numeric_limits<Integer>::max())
      throw_product_overflow(row, column, static_cast<double>(sum_) + static_cast<double>(around_) * 0x1p128);
    return static_cast<Integer>(sum_);
  }

 private:
  using wide = std::conditional_t<std::is_signed_v<Integer>, int128, uint128>;

  wide sum_ = 0;        // modulo 2^128
  index_t around_ = 0;  // the number of wraps
};

}  // namespace ravel::detail
