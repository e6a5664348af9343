// SPDX-License-Identifier: BSL-1.0
// All positions of many rising addresses at once, each with the place of its address: how the entries of sparse data go through a view.
#pragma once

#include <ravel/dims/layer.hpp>
#include <ravel/reader/detail/placed_positions.hpp>

#include <bit>
#include <span>
#include <type_traits>

namespace ravel::detail {

RAVEL_API placed_positions pull_back(const layer& top, std::span<const index_t> addresses);

// The same with words of 8 bytes in the stead of places.
RAVEL_API placed_positions pull_back_words(const layer& top, std::span<const index_t> addresses, const void* words);
// Straight to where they are wanted, which has room for as many as there are addresses: how many they are. -1 where an address may have
// several positions, or is better looked for in another way; nothing is written then.
RAVEL_API index_t pull_back_once(const layer& top, std::span<const index_t> addresses, const void* words, index_t* positions, void* to);

// The entries at these addresses. Values that have the size of a word go through the view themselves, so that none is looked for.
template <class T>
entry_array<T> entries_pulled_back(const layer& top, const entry_block<T>& below) {
  const std::span addresses(below.positions, static_cast<std::size_t>(below.count));
  if constexpr (std::is_trivially_copyable_v<T> && sizeof(T) == sizeof(index_t)) {
    entry_array<T> made(below.count);
    const index_t n = pull_back_once(top, addresses, below.values, made.positions(), made.values());
    if (n < 0) return entry_array<T>(pull_back_words(top, addresses, below.values), [](index_t word) { return std::bit_cast<T>(word); });
    made.grow_by(n);
    return made;
  } else {
    return values_at_places(pull_back(top, addresses), below.values);
  }
}

}  // namespace ravel::detail
