// SPDX-License-Identifier: BSL-1.0
// Treats elements as words of their size, where they may be copied as bytes. Stateless.
#pragma once

#include <ravel/reader/detail/element_room.hpp>
#include "base/word.hpp"

#include <cstddef>

namespace ravel::detail {

template <std::size_t Size>
struct word_of {
  std::byte bytes[Size];
};

// Calls f with a word of the elements' size. False, without a call, if they are no words.
template <class F>
bool with_words(const element_room& kind, F f) {
  return with_word_size(kind.of_words() ? kind.bytes : 0, [&](auto size) {
    if constexpr (size > 0) f(word_of<size>());
    return size > 0;
  });
}

}  // namespace ravel::detail
