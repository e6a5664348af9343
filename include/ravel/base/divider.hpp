// SPDX-License-Identifier: BSL-1.0
// Divides by a number known ahead, with one multiplication and one shift. The result is exact for every dividend from 0 to 2^63 - 1. A
// value.
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

  constexpr explicit divider(index_arg by) : by_(by) {
    if (by <= 0) detail::throw_negative_or_zero_divisor(by);
    // With 2^s < by <= 2^(s+1), or s = 0 for 1, and mul = floor((2^(64+s) - 1) / by), the quotient is (n + 1) * mul >> (64 + s): mul * by
    // falls short of 2^(64+s) by 1 to `by`, which is enough to keep (n + 1) / by below the next whole number, and for n + 1 <= 2^63 too
    // little to take more than 1 / by from it. mul < 2^64 because by > 2^s.
    shift_ = by == 1 ? 0 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(by - 1))) - 1;
    const detail::uint128 most = ((static_cast<detail::uint128>(1) << 64) << shift_) - 1;
    multiplier_ = static_cast<std::uint64_t>(most / static_cast<std::uint64_t>(by));
  }

  constexpr index_t by() const { return by_; }

  constexpr index_t divide(index_t n) const {
    const auto wide = static_cast<detail::uint128>(static_cast<std::uint64_t>(n) + 1) * multiplier_;
    return static_cast<index_t>(static_cast<std::uint64_t>(wide >> 64) >> shift_);
  }

  constexpr result divmod(index_t n) const {
    const index_t quotient = divide(n);
    return {quotient, n - quotient * by_};
  }

 private:
  std::uint64_t multiplier_ = ~std::uint64_t{0};
  index_t by_ = 1;
  int shift_ = 0;
};

}  // namespace ravel
