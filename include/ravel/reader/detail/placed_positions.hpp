// SPDX-License-Identifier: BSL-1.0
// Positions, each with the place of what stands there or goes there, and bringing them into order. Belongs to one thread.
#pragma once

#include <ravel/reader/detail/entry_array.hpp>

namespace ravel::detail {

using placed_positions = entry_array<index_t>;  // its values are the places

// By rising positions, and equal ones by rising places. What was only flipped or rotated is turned around; all else is sorted by counting.
RAVEL_API void sort_by_position(index_t* positions, index_t* places, index_t n);
inline void sort_by_position(const placed_positions& list) { sort_by_position(list.positions(), list.values(), list.size()); }

// values[place] at each position.
template <class T>
entry_array<T> values_at_places(placed_positions placed, const T* values) {
  return entry_array<T>(std::move(placed), [=](index_t place) -> const T& { return values[place]; });
}

}  // namespace ravel::detail
