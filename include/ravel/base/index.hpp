// SPDX-License-Identifier: BSL-1.0
// index_t is the integer of every size, position and stride; index_arg is its parameter type. Arithmetic on it throws instead of wrapping.
// Legal values lie within 2^62 of zero, so that a sum or difference of two fits 64 bits, except for 2^62 + 2^62 itself.
#pragma once

#include <ravel/base/config.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace ravel {

// The type of every size, position and stride.
using index_t = std::int64_t;

inline constexpr index_t index_limit = index_t{1} << 62;  // sizes, positions and strides x satisfy -limit <= x <= limit

namespace detail {

// Holds every product of two 64-bit numbers. Only this line names a non-standard type, so that -Wpedantic stays silent.
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

[[noreturn]] RAVEL_API void throw_index_overflow(const char* operation, index_t a, index_t b);
[[noreturn]] RAVEL_API void throw_position(index_t position, index_t size);
[[noreturn]] RAVEL_API void throw_range(index_t start, index_t count, index_t size);
[[noreturn]] RAVEL_API void throw_negative(const char* what, index_t value);
[[noreturn]] RAVEL_API void throw_negative_or_zero_divisor(index_t by);
[[noreturn]] RAVEL_API void throw_beyond_limit(const char* what, index_t value);

constexpr std::size_t at(index_t i) noexcept { return static_cast<std::size_t>(i); }  // for containers of the standard: v[at(i)]

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

// Checks that a size is not negative and within the limit. `what` names it in the message.
constexpr index_t check_size(index_t size, const char* what = "size") {
  if (size < 0) throw_negative(what, size);
  if (size > index_limit) throw_beyond_limit(what, size);
  return size;
}

// The types that C++ counts with: integers, characters and plain enums, but not bool.
template <class Int>
concept integer =
    (std::integral<Int> || (std::is_enum_v<Int> && std::convertible_to<Int, long long>)) && !std::same_as<std::remove_cv_t<Int>, bool>;

// Types that C++ would convert to an integer silently, and enum class, which it would not.
template <class X>
concept no_integer = (std::is_arithmetic_v<X> || std::is_enum_v<X>)&&!integer<X>;

[[noreturn]] RAVEL_API void throw_integer_too_large(unsigned long long value);

template <integer Int>
constexpr index_t to_index(Int value) {
  const auto promoted = +value;
  if (!std::in_range<index_t>(promoted)) throw_integer_too_large(static_cast<unsigned long long>(promoted));
  return static_cast<index_t>(promoted);
}

// The remainder that lies in [0, n), for n > 0.
constexpr index_t floor_mod(index_t a, index_t n) {
  const index_t r = a % n;
  return r < 0 ? r + n : r;
}
// The number of parts of `by` elements that hold n >= 0 elements; the last may not be full. The usual n + by - 1 may not fit.
constexpr index_t parts_of(index_t n, index_t by) { return n / by + (n % by != 0); }

}  // namespace detail

// The parameter type of every size, position, axis and step of the public functions. It takes any integer, checked to fit, and no type that
// would have to be rounded. Each integer in braces is checked alone: a compiler would let the unsigned one of {n, v.size()} wrap.
class index_arg {
 public:
  template <detail::integer Int>
  constexpr index_arg(Int value) : value_(detail::to_index(value)) {}
  template <detail::no_integer X>
  constexpr index_arg(X value) = delete;  // a size, position or axis is an integer: round a real number as you mean it, cast an enum class

  constexpr operator index_t() const { return value_; }

 private:
  index_t value_;
};

}  // namespace ravel

namespace ravel::detail {

// The element count that a container keeps beside its elements. It becomes 0 when it is moved from.
class moved_size {
 public:
  constexpr moved_size(index_t n) : n_(n) {}
  constexpr moved_size(const moved_size&) = default;
  constexpr moved_size(moved_size&& other) noexcept : n_(std::exchange(other.n_, 0)) {}
  constexpr moved_size& operator=(moved_size other) noexcept {
    n_ = other.n_;
    return *this;
  }
  constexpr moved_size& operator+=(index_t more) {
    n_ = add_index(n_, more);
    return *this;
  }
  constexpr operator index_t() const { return n_; }

 private:
  index_t n_;
};

}  // namespace ravel::detail
