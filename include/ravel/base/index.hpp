// SPDX-License-Identifier: BSL-1.0
// The one integer for every size, position and stride, and arithmetic on it that throws instead of wrapping. Legal values lie within
// 2^62 of zero, so that a sum or difference of two fits 64 bits, but for 2^62 + 2^62 itself.
#pragma once

#include <ravel/base/config.hpp>

#include <cstdint>

namespace ravel {

using index_t = std::int64_t;

inline constexpr index_t index_limit = index_t{1} << 62;  // sizes, positions and strides x satisfy -limit <= x <= limit

namespace detail {

// Room for every product of two 64-bit numbers. The one place that names what the standard does not, so that -Wpedantic is silent.
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

[[noreturn]] RAVEL_API void throw_index_overflow(const char* operation, index_t a, index_t b);
[[noreturn]] RAVEL_API void throw_position(index_t position, index_t size);
[[noreturn]] RAVEL_API void throw_range(index_t start, index_t count, index_t size);
[[noreturn]] RAVEL_API void throw_negative(const char* what, index_t value);
[[noreturn]] RAVEL_API void throw_negative_or_zero_divisor(index_t by);
[[noreturn]] RAVEL_API void throw_beyond_limit(const char* what, index_t value);

constexpr bool within_limit(index_t value) { return -index_limit <= value && value <= index_limit; }

constexpr index_t add_index(index_t a, index_t b) {
  index_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum) || !within_limit(sum)) throw_index_overflow("+", a, b);
  return sum;
}

constexpr index_t mul_index(index_t a, index_t b) {
  index_t product = 0;
  if (__builtin_mul_overflow(a, b, &product) || !within_limit(product)) throw_index_overflow("*", a, b);
  return product;
}

constexpr index_t check_position(index_t position, index_t size) {
  if (static_cast<std::uint64_t>(position) >= static_cast<std::uint64_t>(size)) throw_position(position, size);
  return position;
}

// [start, start + count) lies inside [0, size); an empty range may start at the end.
constexpr void check_range(index_t start, index_t count, index_t size) {
  if (start < 0 || count < 0 || start > size || count > size - start) throw_range(start, count, size);
}

// A size: not negative, and within the limit. `what` names it in the message.
constexpr index_t check_size(index_t size, const char* what = "size") {
  if (size < 0) throw_negative(what, size);
  if (size > index_limit) throw_beyond_limit(what, size);
  return size;
}

// The remainder that lies in [0, n), for n > 0.
constexpr index_t floor_mod(index_t a, index_t n) {
  const index_t r = a % n;
  return r < 0 ? r + n : r;
}

}  // namespace detail
}  // namespace ravel
