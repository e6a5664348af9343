// SPDX-License-Identifier: BSL-1.0
// known_divisor: an integer that many others are divided by, by a multiplication and shifts instead of a division each. Gives the quotients
// and remainders of / and %, and their errors. (A divider of <ravel/base/divider.hpp> is cheaper, and takes positions only.) A value.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>

#include <bit>
#include <cstdint>
#include <type_traits>

namespace ravel::detail {

// The methods of Granlund and Montgomery, "Division by invariant integers using multiplication" (1994), figures 4.1 and 5.2.
template <integer_element P>
  requires(sizeof(P) == 4 || sizeof(P) == 8)
class known_divisor {
  static constexpr int bits = 8 * sizeof(P);
  using U = std::make_unsigned_t<P>;
  using wide = std::conditional_t<signed_element<P>, std::conditional_t<bits == 32, std::int64_t, int128>,
                                  std::conditional_t<bits == 32, std::uint64_t, uint128>>;

 public:
  constexpr explicit known_divisor(P by) : by_(by), is_plain_(by != 0 && (unsigned_element<P> || static_cast<P>(~by) != 0)) {
    if (!is_plain_) return;
    const U size = by < 0 ? static_cast<U>(U{0} - static_cast<U>(by)) : static_cast<U>(by);
    const int ceiling = static_cast<int>(std::bit_width(static_cast<U>(size - 1)));  // of its logarithm
    if constexpr (signed_element<P>) {
      shift_ = ceiling > 1 ? ceiling - 1 : 0;
      multiplier_ = static_cast<P>(static_cast<U>((uint128{1} << (bits + shift_)) / size + 1));  // modulo 2^bits
    } else {
      first_shift_ = ceiling > 1 ? 1 : ceiling;
      shift_ = ceiling - first_shift_;
      multiplier_ = static_cast<P>((uint128{1} << bits) * ((uint128{1} << ceiling) - size) / size + 1);
    }
  }

  [[gnu::always_inline]] constexpr P quotient(P n) const {
    if (!is_plain_) [[unlikely]]
      return divide_values(n, by_);
    return plain_quotient(n);
  }
  [[gnu::always_inline]] constexpr P remainder(P n) const {
    if (!is_plain_) [[unlikely]]
      return remainder_values(n, by_);
    return static_cast<P>(static_cast<U>(n) - static_cast<U>(plain_quotient(n)) * static_cast<U>(by_));
  }

 private:
  [[gnu::always_inline]] constexpr P plain_quotient(P n) const {
    const auto high = static_cast<U>((wide{multiplier_} * n) >> bits);
    if constexpr (signed_element<P>) {
      const P floored = static_cast<P>(static_cast<U>(n) + high) >> shift_;
      const U towards_zero = static_cast<U>(floored) + (n < 0 ? U{1} : U{0});  // by 1, the lowest number has wrapped, and does so again
      return static_cast<P>(by_ < 0 ? U{0} - towards_zero : towards_zero);
    } else {
      return static_cast<P>((high + (static_cast<U>(n - high) >> first_shift_)) >> shift_);
    }
  }

  P by_;
  bool is_plain_;  // neither 0, which is refused, nor -1, which may be
  int first_shift_ = 0, shift_ = 0;
  P multiplier_ = 0;
};

}  // namespace ravel::detail
