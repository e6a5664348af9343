// SPDX-License-Identifier: BSL-1.0
// Finds all positions of many rising addresses at once, each with the place of its address. Entries of sparse data go through a view this
// way.
#pragma once

#include <ravel/dims/layer.hpp>
#include <ravel/reader/detail/placed_positions.hpp>

#include <bit>
#include <span>
#include <type_traits>

namespace ravel::detail {

RAVEL_API placed_positions pull_back(const layer& top, std::span<const index_t> addresses);

// Positions as in pull_back, but each repetition only once. The view repeats the list `times` times, and each position `each` times in a
// row.
struct pulled_once {
  placed_positions list;
  index_t times = 1;
  index_t each = 1;
};
RAVEL_API pulled_once pull_back_unrepeated(const layer& top, std::span<const index_t> addresses);
// Carries words of 8 bytes with the addresses, instead of places.
RAVEL_API pulled_once pull_back_words(const layer& top, std::span<const index_t> addresses, const void* words);
// Writes positions and words straight to the target, which has room for as many as there are addresses, and returns their number. Returns
// -1, and writes nothing, if an address may have several positions or another method is faster.
RAVEL_API index_t pull_back_once(const layer& top, std::span<const index_t> addresses, const void* words, index_t* positions, void* to);

// Entries of a view, and how often the view repeats them.
template <class T>
struct entries_once {
  entry_array<T> list;
  index_t times = 1;
  index_t each = 1;
};

// The entries at these addresses. Values of word size travel with the addresses, so that none is looked up.
template <class T>
entries_once<T> entries_pulled_back(const layer& top, const entry_block<T>& below) {
  const std::span addresses(below.positions, static_cast<std::size_t>(below.count));
  if constexpr (std::is_trivially_copyable_v<T> && sizeof(T) == sizeof(index_t)) {
    entry_array<T> made(below.count);
    const index_t n = pull_back_once(top, addresses, below.values, made.positions(), made.values());
    if (n >= 0) {
      made.grow_by(n);
      return {std::move(made)};
    }
    pulled_once found = pull_back_words(top, addresses, below.values);
    return {entry_array<T>(std::move(found.list), [](index_t word) { return std::bit_cast<T>(word); }), found.times, found.each};
  } else {
    pulled_once found = pull_back_unrepeated(top, addresses);
    return {values_at_places(std::move(found.list), below.values), found.times, found.each};
  }
}

}  // namespace ravel::detail
