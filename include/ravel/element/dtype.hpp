// SPDX-License-Identifier: BSL-1.0
// The run-time tag of an element type: a value that compares, prints, and knows its type's name, size and kind. Tags before `other` are the
// closed set that Ravel computes with; tags after it are only stored. All other types share the tag `other`.
#pragma once

#include <ravel/base/config.hpp>
#include <ravel/element/types.hpp>

#include <iosfwd>
#include <iterator>
#include <string>
#include <string_view>

namespace ravel {

enum class dtype : unsigned char {
  bool_,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float32,
  float64,
  complex64,
  complex128,
  other,
  string,
  float16,
  bfloat16
};

namespace detail {

struct dtype_facts {
  std::string_view name;
  std::size_t size;
  element_kind kind;
};

inline constexpr dtype_facts dtype_table[] = {
    {"bool", 1, element_kind::boolean},        {"int8", 1, element_kind::integer},   {"int16", 2, element_kind::integer},
    {"int32", 4, element_kind::integer},       {"int64", 8, element_kind::integer},  {"uint8", 1, element_kind::integer},
    {"uint16", 2, element_kind::integer},      {"uint32", 4, element_kind::integer}, {"uint64", 8, element_kind::integer},
    {"float32", 4, element_kind::real},        {"float64", 8, element_kind::real},   {"complex64", 8, element_kind::complex},
    {"complex128", 16, element_kind::complex}, {"other", 0, element_kind::other},    {"string", sizeof(std::string), element_kind::other},
    {"float16", 2, element_kind::real},        {"bfloat16", 2, element_kind::real},
};

[[noreturn]] RAVEL_API void throw_no_dtype(unsigned char tag);

// Throws for a value that is no dtype.
constexpr const dtype_facts& facts_of(dtype type) {
  const auto tag = static_cast<unsigned char>(type);
  if (tag >= std::size(dtype_table)) throw_no_dtype(tag);
  return dtype_table[tag];
}

// The types that are stored but not computed with.
template <class T>
constexpr dtype find_other_dtype() {
  return std::is_same_v<T, std::string> ? dtype::string
         : std::is_same_v<T, float16>   ? dtype::float16
         : std::is_same_v<T, bfloat16>  ? dtype::bfloat16
                                        : dtype::other;
}

// The first dtype of a kind (for integers, of a sign). Widths count up from there.
template <class T>
constexpr dtype find_dtype() {
  constexpr auto first = boolean_element<T>    ? dtype::bool_
                         : signed_element<T>   ? dtype::int8
                         : unsigned_element<T> ? dtype::uint8
                         : real_element<T>     ? dtype::float32
                         : complex_element<T>  ? dtype::complex64
                                               : find_other_dtype<T>();
  auto at = static_cast<unsigned char>(first);
  if constexpr (element<T>) {
    while (dtype_table[at].size != sizeof(T)) ++at;
  }
  return static_cast<dtype>(at);
}

}  // namespace detail

// The tag of a type; `other` for a type that has none.
template <class T>
[[nodiscard]] constexpr dtype dtype_of() {
  return detail::find_dtype<T>();
}

// These three throw a type_error for a value that is no tag, such as dtype(200).
// "bool", "int8", ..., "uint64", "float32", "float64", "complex64", "complex128", "other", "string", "float16", "bfloat16"
[[nodiscard]] constexpr std::string_view name(dtype type) { return detail::facts_of(type).name; }
// The size in bytes; 0 for `other`, whose size is unknown.
[[nodiscard]] constexpr std::size_t size_of(dtype type) { return detail::facts_of(type).size; }
// The kind of the tagged type: boolean, integer, real, complex or other.
[[nodiscard]] constexpr element_kind kind_of(dtype type) { return detail::facts_of(type).kind; }

[[nodiscard]] RAVEL_API std::string to_string(dtype type);
RAVEL_API std::ostream& operator<<(std::ostream& out, dtype type);

}  // namespace ravel
