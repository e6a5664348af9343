// SPDX-License-Identifier: BSL-1.0
// Lists of element types to repeat a test for, and for each type the values at which arithmetic and casts go wrong. Compile-time lists and
// plain functions.
#pragma once

#include <ravel/element/types.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace support {

template <class... Types>
struct type_list {
  // f.template operator()<T>() for each type of the list: each([]<class T>() { ... })
  template <class F>
  static void each(F f) {
    (f.template operator()<Types>(), ...);
  }
};

using integer_types =
    type_list<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
using ordered_types = type_list<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t,
                                std::uint64_t, float, double>;
using element_types = type_list<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t,
                                std::uint64_t, float, double, std::complex<float>, std::complex<double>>;
// One or two widths of each kind, for templates that do not look at the width. What src/ stamps for each type is tested
// with each type.
using kinds = type_list<bool, std::int8_t, std::int64_t, std::uint16_t, std::uint64_t, float, double, std::complex<double>>;
using ordered_kinds = type_list<bool, std::int8_t, std::int64_t, std::uint16_t, std::uint64_t, float, double>;

namespace detail {

// 2^k, 2^k - 1, 2^k + 1 and their negatives, as far as they go.
template <class T>
std::vector<T> integer_edges() {
  using limits = std::numeric_limits<T>;
  std::vector<T> all{T{0}, limits::min(), static_cast<T>(limits::min() + 1), static_cast<T>(limits::max() - 1), limits::max()};
  for (int k = 0; k + 1 < limits::digits; ++k) {
    for (int off = -1; off <= 1; ++off) {
      const auto x = static_cast<T>((T{1} << k) + static_cast<T>(off));
      all.push_back(x);
      if (std::is_signed_v<T>) all.push_back(static_cast<T>(-x));
    }
  }
  return all;
}

// Fractions, the limits, what is no number, and the surroundings of the powers of two at which integer types end.
template <class T>
std::vector<T> real_edges() {
  using limits = std::numeric_limits<T>;
  std::vector<T> sizes{T(0), T(0.25), T(0.5), T(1.5), T(2.5), T(127.5)};
  sizes.insert(sizes.end(), {limits::denorm_min(), limits::min(), limits::max(), limits::infinity()});
  const auto add_around_power = [&](int k) {
    if (k >= limits::max_exponent) return;
    const T x = std::ldexp(T(1), k);
    sizes.insert(sizes.end(), {x, x - 1, x + 1, x - T(0.5), x + T(0.5), std::nextafter(x, T(0)), std::nextafter(x, limits::max())});
  };
  for (int k = 0; k <= 66; ++k) add_around_power(k);
  for (const int k : {115, 116, 126, 127, 128, 1022, 1023}) add_around_power(k);  // 2^115 + 1 ulp is the last odd multiple of 2^63
  const double float_ends = 0x1.ffffffp127;  // rounds to an infinite float, the double before it does not
  sizes.insert(sizes.end(), {static_cast<T>(std::numeric_limits<float>::max()), static_cast<T>(std::nextafter(float_ends, 0.0))});
  if (sizeof(T) == 8) sizes.insert(sizes.end(), {static_cast<T>(float_ends), static_cast<T>(1e300)});
  std::vector<T> all{limits::quiet_NaN()};
  for (const T x : sizes) all.insert(all.end(), {x, -x});
  return all;
}

}  // namespace detail

template <class T>
std::vector<T> edges() {
  if constexpr (ravel::boolean_element<T>) {
    return {false, true};
  } else if constexpr (ravel::complex_element<T>) {
    using R = ravel::real_of_t<T>;
    const R nan = std::numeric_limits<R>::quiet_NaN();
    const R other[] = {R(0), -R(0), R(1), nan, std::numeric_limits<R>::max()};
    const std::vector<R> reals = edges<R>();
    std::vector<T> all;
    for (std::size_t i = 0; i < reals.size(); ++i) all.insert(all.end(), {T(reals[i], other[i % 5]), T(other[i / 2 % 5], reals[i])});
    return all;
  } else if constexpr (ravel::real_element<T>) {
    return detail::real_edges<T>();
  } else {
    return detail::integer_edges<T>();
  }
}

}  // namespace support
