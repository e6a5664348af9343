// SPDX-License-Identifier: BSL-1.0
// Treats elements of known size as words of 1, 2, 4, 8 or 16 bytes. Stateless.
#pragma once

#include <ravel/base/index.hpp>

#include <cstdint>

namespace ravel::detail {

struct two_words {
  std::uint64_t low, high;
};

// Calls f(a word of that many bytes).
template <class F>
void with_word(index_t bytes, F f) {
  switch (bytes) {
    case 1:
      return f(std::uint8_t{});
    case 2:
      return f(std::uint16_t{});
    case 4:
      return f(std::uint32_t{});
    case 8:
      return f(std::uint64_t{});
    default:
      return f(two_words{});
  }
}

}  // namespace ravel::detail
