// SPDX-License-Identifier: BSL-1.0
// In which order memory likes the axes of several operands: those whose neighbours lie farther apart stand outside. The one rule for it,
// and what it says of maps; knows no elements.
#pragma once

#include <ravel/dims/dims.hpp>

#include <span>
#include <utility>
#include <vector>

namespace ravel::detail {

using axis_list = small_vector<index_t, 6>;

constexpr index_t magnitude(index_t step) { return step < 0 ? -step : step; }

// 1 if an operand moves farther by its step along one axis than along another, -1 if less far, 0 if it does not tell them apart.
constexpr int farther(index_t step, index_t other) {
  const index_t a = magnitude(step), b = magnitude(other);
  return a == 0 || b == 0 || a == b ? 0 : a > b ? 1 : -1;
}

// By insertion, which does not mind that an order is not total.
template <class List, class Before>
void put_in_order(List& list, Before before) {
  for (std::size_t i = 1; i < list.size(); ++i) {
    for (std::size_t j = i; j > 0 && before(list[j], list[j - 1]); --j) std::swap(list[j], list[j - 1]);
  }
}

// A map, and how far apart its addresses lie in memory.
struct laid_map {
  const dims* map;
  index_t step;
};

// How far apart memory has neighbours on each axis, as far as the maps of the operands say.
class RAVEL_API memory_order {
 public:
  explicit memory_order(std::span<const laid_map> operands);

  // Whether neighbours on axis a lie closer together than those on axis b, by the first operand that tells them apart.
  bool closer(index_t a, index_t b) const;
  // Whether in row-major order an operand jumps about in memory.
  bool jumps(const shape& of) const;

 private:
  std::vector<axis_list> apart_;  // of each operand; 0 where its map does not say
};

// The axes of a map, those whose neighbours lie farthest apart first. Empty if they stand so already, if there are few positions, or if the
// map says nothing of it.
RAVEL_API axis_list axes_by_distance(const dims& map);

}  // namespace ravel::detail
