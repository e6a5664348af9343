// SPDX-License-Identifier: BSL-1.0
// A small seeded generator whose numbers are the same on every machine (splitmix64; the standard's distributions are not), and values of
// each element type in which the extremes come up often. A value; use one per test.
#pragma once

#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace support {

namespace detail {

template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<std::complex<T>> = true;

}  // namespace detail

class random {
 public:
  explicit random(std::uint64_t seed = 1) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // In [0, n), for n > 0. The bias is below n / 2^64.
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>((static_cast<unsigned __int128>(bits()) * static_cast<std::uint64_t>(n)) >> 64);
  }

  std::int64_t between(std::int64_t first, std::int64_t last) { return first + below(last - first + 1); }
  bool chance(std::int64_t one_in) { return below(one_in) == 0; }
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }  // in [0, 1)

  // Any value of the type: one in four is an extreme, the rest spread over the range (integers) or around zero (reals).
  template <class T>
  T value();

  // Small whole numbers, on which sums and products of a few are exact in every type.
  template <class T>
  T small() {
    if constexpr (std::same_as<T, bool>)
      return chance(2);
    else if constexpr (detail::is_complex<T>)
      return T(small<typename T::value_type>(), small<typename T::value_type>());
    else
      return static_cast<T>(std::is_unsigned_v<T> ? between(0, 9) : between(-9, 9));
  }

  template <class T>
  std::vector<T> values(std::int64_t n) {
    std::vector<T> all(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = value<T>();
    return all;
  }

 private:
  std::uint64_t state_;
};

namespace detail {

template <std::integral T>
T extreme(random& r) {
  const T all[] = {T(0),
                   T(1),
                   std::numeric_limits<T>::min(),
                   std::numeric_limits<T>::max(),
                   static_cast<T>(-1),
                   static_cast<T>(std::numeric_limits<T>::max() - T(1))};
  return all[r.below(6)];
}

template <std::floating_point T>
T extreme(random& r) {
  using limits = std::numeric_limits<T>;
  const T all[] = {T(0),
                   -T(0),
                   T(1),
                   limits::infinity(),
                   -limits::infinity(),
                   limits::quiet_NaN(),
                   limits::max(),
                   limits::lowest(),
                   limits::min(),
                   limits::denorm_min()};
  return all[r.below(10)];
}

}  // namespace detail

template <class T>
T random::value() {
  if constexpr (std::same_as<T, bool>) {
    return chance(2);
  } else if constexpr (detail::is_complex<T>) {
    const auto real = value<typename T::value_type>();
    return {real, value<typename T::value_type>()};
  } else if (chance(4)) {
    return detail::extreme<T>(*this);
  } else if constexpr (std::floating_point<T>) {
    return static_cast<T>((unit() - 0.5) * 2000);
  } else {
    return static_cast<T>(bits());
  }
}

}  // namespace support
