// SPDX-License-Identifier: BSL-1.0
// Lists of positions, each with the place of its element, and sorting them. One thread uses a list.
#pragma once

#include <ravel/reader/detail/entries.hpp>

namespace ravel::detail {

using placed_positions = entry_array<index_t>;  // the values are the places

// Sorts by position, and equal positions by place. A flipped or rotated list is turned back; all others take a radix sort.
RAVEL_API void sort_by_position(index_t* positions, index_t* places, index_t n);
inline void sort_by_position(const placed_positions& list) { sort_by_position(list.positions(), list.values(), list.size()); }

}  // namespace ravel::detail
