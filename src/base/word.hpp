// SPDX-License-Identifier: BSL-1.0
// Elements of known size, and as words of 1, 2, 4, 8 or 16 bytes, for code that is compiled once per size. Stateless.
#pragma once

#include <ravel/base/index.hpp>

#include <cstdint>
#include <type_traits>

namespace ravel::detail {

template <index_t Bytes>
using word_size = std::integral_constant<index_t, Bytes>;

// The result of f(word_size<bytes>()) for 1, 2, 4, 8 and 16 bytes, and of f(word_size<0>()) for another number.
template <class F>
auto with_word_size(index_t bytes, F f) {
  switch (bytes) {
    case 1:
      return f(word_size<1>());
    case 2:
      return f(word_size<2>());
    case 4:
      return f(word_size<4>());
    case 8:
      return f(word_size<8>());
    case 16:
      return f(word_size<16>());
    default:
      return f(word_size<0>());
  }
}

struct two_words {
  std::uint64_t low, high;
};

template <index_t Bytes>
struct word_type : std::type_identity<two_words> {};
template <>
struct word_type<1> : std::type_identity<std::uint8_t> {};
template <>
struct word_type<2> : std::type_identity<std::uint16_t> {};
template <>
struct word_type<4> : std::type_identity<std::uint32_t> {};
template <>
struct word_type<8> : std::type_identity<std::uint64_t> {};

// Calls f(a word of that many bytes).
template <class F>
void with_word(index_t bytes, F f) {
  with_word_size(bytes, [&](auto size) {
    if constexpr (size > 0) f(typename word_type<size>::type{});
  });
}

}  // namespace ravel::detail
