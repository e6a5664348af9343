// SPDX-License-Identifier: BSL-1.0
// The product of integers on its way: exact, and parts multiply in any order. A value; one thread.
#pragma once

#include <ravel/reader/detail/node.hpp>

namespace ravel::detail {

// Beyond 128 bits, only a factor of 0 brings the product back into range.
struct integer_factors {
  int128 product = 1;
  bool zero = false, beyond = false;

  void multiply(const integer_factors& more) {
    zero = zero || more.zero;
    beyond = beyond || more.beyond || (!zero && __builtin_mul_overflow(product, more.product, &product));
  }
  // 64 bits, or an overflow_error. Defined in src/.
  template <class S>
  S result() const;
};

// Defined in src/ for the canonical integers and bool.
template <class T>
integer_factors integer_factors_of(const node<T>& source);

}  // namespace ravel::detail
