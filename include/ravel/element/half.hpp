// SPDX-License-Identifier: BSL-1.0
// float16 (IEEE binary16) and bfloat16: two-byte real numbers for storage. Arithmetic converts them to float, exactly. A double is rounded
// to one once, to nearest with ties to even. Values; constexpr throughout.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

namespace ravel {

namespace detail {

// Gives a or b, both unsigned, without a branch, which processors mispredict and compilers do not vectorise.
template <class Bits>
[[gnu::always_inline]] constexpr Bits picked_bits(bool first, Bits a, Bits b) {
  const auto taken = static_cast<Bits>(Bits{0} - static_cast<Bits>(first));
  return static_cast<Bits>((a & taken) | (b & static_cast<Bits>(~taken)));
}

// A 16-bit format: one sign bit, and the given numbers of exponent and mantissa bits.
template <int Exponent, int Mantissa>
struct half_format {
  static constexpr int bias = (1 << (Exponent - 1)) - 1;
  static constexpr std::uint16_t infinity = ((1 << Exponent) - 1) << Mantissa;
  static constexpr std::uint16_t quiet = 1 << (Mantissa - 1);  // of a NaN

  static constexpr std::uint64_t rounded(std::uint64_t value, int bits_dropped) {
    const std::uint64_t below_half = (std::uint64_t{1} << (bits_dropped - 1)) - 1;
    return (value + below_half + (value >> bits_dropped & 1)) >> bits_dropped;
  }

  static constexpr std::uint16_t from_double(double value) {
    constexpr int dropped = 52 - Mantissa;
    const auto pattern = std::bit_cast<std::uint64_t>(value);
    const auto sign = static_cast<std::uint16_t>(pattern >> 48 & 0x8000);
    const std::uint64_t magnitude = pattern & 0x7fff'ffff'ffff'ffff;
    const auto exponent = static_cast<int>(magnitude >> 52) - 1023;
    const std::uint64_t mantissa = magnitude & 0xf'ffff'ffff'ffff;
    std::uint64_t made = infinity;
    if (exponent == 1024 && mantissa != 0) {
      made = infinity | quiet | mantissa >> dropped;
    } else if (exponent >= 1 - bias && exponent <= bias) {
      made = rounded(magnitude - (static_cast<std::uint64_t>(1023 - bias) << 52), dropped);  // a carry ends in infinity, which is right
    } else if (exponent < 1 - bias) {
      const int below = dropped + (1 - bias - exponent);  // subnormal: so many bits below the last
      made = below > 53 ? 0 : rounded(mantissa | std::uint64_t{1} << 52, below);
    }
    return static_cast<std::uint16_t>(sign | made);
  }

  // Computes every case and selects one, without branches.
  static constexpr float to_float(std::uint16_t pattern) {
    const std::uint32_t sign = (pattern & 0x8000u) << 16, magnitude = pattern & 0x7fffu;
    const std::uint32_t wide = magnitude << (23 - Mantissa);
    std::uint32_t made = wide;
    if constexpr (Exponent < 8) {
      constexpr float unit = std::bit_cast<float>(static_cast<std::uint32_t>(127 + 1 - bias - Mantissa) << 23);
      const auto subnormal = std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(magnitude)) * unit);
      made = picked_bits(magnitude > quiet * 2u - 1, wide + (static_cast<std::uint32_t>(127 - bias) << 23), subnormal);
      made = picked_bits(magnitude < infinity, made, wide | 0x7f80'0000u);
    }
    return std::bit_cast<float>(sign | made | picked_bits(magnitude > infinity, 0x40'0000u, 0u));
  }
};

}  // namespace detail

namespace adl_barrier {

template <class Self, int Exponent, int Mantissa>
class half_float {
  using format = ravel::detail::half_format<Exponent, Mantissa>;

 public:
  half_float() = default;
  // A value that is too large becomes infinite, as in C++; cast<float16> and cast_value<float16> check.
  explicit constexpr half_float(double value) : bits_(format::from_double(value)) {}
  constexpr operator float() const { return format::to_float(bits_); }

  static constexpr Self from_bits(std::uint16_t bits) {
    Self made{};
    static_cast<half_float&>(made).bits_ = bits;
    return made;
  }
  constexpr std::uint16_t bits() const { return bits_; }
  static constexpr Self max() { return from_bits(format::infinity - 1); }

 private:
  std::uint16_t bits_;
};

}  // namespace adl_barrier

// 11 significant bits, up to 65504; subnormal below 2^-14, down to 2^-24.
class float16 : public adl_barrier::half_float<float16, 5, 10> {
  using half_float::half_float;
};
// The upper half of a float: its range, with 8 significant bits.
class bfloat16 : public adl_barrier::half_float<bfloat16, 8, 7> {
  using half_float::half_float;
};

namespace detail {

template <class T>
concept half_element = std::same_as<T, float16> || std::same_as<T, bfloat16>;

}  // namespace detail

}  // namespace ravel
