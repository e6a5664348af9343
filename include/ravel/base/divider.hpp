// SPDX-License-Identifier: BSL-1.0
// Division by a number known ahead, as one multiplication and one shift; exact for every dividend from 0 to 2^63 - 1. A value.
#pragma once

#include <ravel/base/index.hpp>

#include <bit>

namespace ravel {

class divider {
 public:
  struct result {
    index_t quotient;
    index_t remainder;
  };

  constexpr divider() = default;  // by one

  constexpr explicit divider(index_t by) : by_(by) {
    if (by <= 0) detail::throw_negative_or_zero_divisor(by);
    // With l = ceil(log2 by) and mul = ceil(2^(63+l) / by), n * mul >> (63 + l) is exact while n < 2^63: the error mul*by - 2^(63+l) is
    // below by <= 2^l, so it adds less than 1/by to the quotient. mul < 2^64 because by > 2^(l-1).
    const int l = by == 1 ? 0 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(by - 1)));
    const unsigned __int128 power = static_cast<unsigned __int128>(1) << (63 + l);
    multiplier_ = static_cast<std::uint64_t>((power + static_cast<std::uint64_t>(by) - 1) / static_cast<std::uint64_t>(by));
    shift_ = l;
  }

  constexpr index_t by() const { return by_; }

  constexpr index_t divide(index_t n) const {
    const auto wide = static_cast<unsigned __int128>(static_cast<std::uint64_t>(n)) * multiplier_;
    return static_cast<index_t>(static_cast<std::uint64_t>(wide >> 63) >> shift_);
  }

  constexpr result divmod(index_t n) const {
    const index_t quotient = divide(n);
    return {quotient, n - quotient * by_};
  }

 private:
  std::uint64_t multiplier_ = std::uint64_t{1} << 63;
  index_t by_ = 1;
  int shift_ = 0;
};

}  // namespace ravel
