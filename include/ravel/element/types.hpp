// SPDX-License-Identifier: BSL-1.0
// The closed set of element types that Ravel computes with, and their kinds. Integers are told by width and sign, so that long long and
// char belong. Everything else that a reader may hold (strings, structs) is no element. float16 (IEEE binary16) and bfloat16 are two-byte
// real numbers for storage. Arithmetic converts them to float, exactly. A double is rounded to one once, to nearest with ties to even.
// Values; constexpr throughout.
#pragma once

#include <bit>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ravel {

// In ascending order: a value of one kind is also a value of every later kind.
enum class element_kind : unsigned char { boolean, integer, real, complex, other };

namespace detail {

// True for a class that this template makes of types: instance_of<std::complex<float>, std::complex>.
template <class T, template <class...> class Template>
inline constexpr bool instance_of = false;
template <class... Ts, template <class...> class Template>
inline constexpr bool instance_of<Template<Ts...>, Template> = true;

template <class T, class... List>
inline constexpr bool is_any_of_v = (std::is_same_v<T, List> || ...);

template <class T>
constexpr element_kind find_kind() {
  if constexpr (std::is_same_v<T, bool>) {
    return element_kind::boolean;
  } else if constexpr (is_any_of_v<T, char, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long,
                                   long long, unsigned long long>) {
    return element_kind::integer;
  } else if constexpr (is_any_of_v<T, float, double>) {
    return element_kind::real;
  } else if constexpr (is_any_of_v<T, std::complex<float>, std::complex<double>>) {
    return element_kind::complex;
  } else {
    return element_kind::other;
  }
}

}  // namespace detail

// The kind of a type: boolean, integer, real or complex; `other` for a type that is no element.
template <class T>
inline constexpr element_kind kind_v = detail::find_kind<T>();

// A type that Ravel computes with: bool, integers of 8 to 64 bits, float, double, and complex numbers of these two.
template <class T>
concept element = kind_v<T> != element_kind::other;
// bool.
template <class T>
concept boolean_element = kind_v<T> == element_kind::boolean;
// An integer of 8 to 64 bits, under any of its names.
template <class T>
concept integer_element = kind_v<T> == element_kind::integer;
// A signed integer.
template <class T>
concept signed_element = integer_element<T> && std::is_signed_v<T>;
// An unsigned integer.
template <class T>
concept unsigned_element = integer_element<T> && std::is_unsigned_v<T>;
// float or double.
template <class T>
concept real_element = kind_v<T> == element_kind::real;
// std::complex of float or double.
template <class T>
concept complex_element = kind_v<T> == element_kind::complex;

// True for std::complex of float or double.
template <class T>
inline constexpr bool is_complex_v = complex_element<T>;

namespace detail {

template <std::size_t Bytes, bool Signed>
struct sized_integer;
template <>
struct sized_integer<1, true> : std::type_identity<std::int8_t> {};
template <>
struct sized_integer<2, true> : std::type_identity<std::int16_t> {};
template <>
struct sized_integer<4, true> : std::type_identity<std::int32_t> {};
template <>
struct sized_integer<8, true> : std::type_identity<std::int64_t> {};
template <>
struct sized_integer<1, false> : std::type_identity<std::uint8_t> {};
template <>
struct sized_integer<2, false> : std::type_identity<std::uint16_t> {};
template <>
struct sized_integer<4, false> : std::type_identity<std::uint32_t> {};
template <>
struct sized_integer<8, false> : std::type_identity<std::uint64_t> {};

template <class T>
struct canonical : std::type_identity<T> {};
template <integer_element T>
struct canonical<T> : sized_integer<sizeof(T), std::is_signed_v<T>> {};

template <class T>
struct real_of : std::type_identity<T> {};
template <class R>
struct real_of<std::complex<R>> : std::type_identity<R> {};

}  // namespace detail

// The intN_t or uintN_t of an integer's width and sign; every other type itself.
template <class T>
using canonical_t = typename detail::canonical<T>::type;

// The type of the real part: R of std::complex<R>, every other type itself.
template <class T>
using real_of_t = typename detail::real_of<T>::type;

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
