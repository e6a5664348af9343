// SPDX-License-Identifier: BSL-1.0
// Sorts axes into memory order: axes with the largest steps in memory come first. Every walk uses this rule. Knows no elements; values.
#pragma once

#include <ravel/dims/dims.hpp>

#include <span>
#include <utility>
#include <vector>

namespace ravel::detail {

using axis_list = small_vector<index_t, 6>;

constexpr index_t magnitude(index_t step) { return step < 0 ? -step : step; }

// 1 if an operand moves farther along the first axis than along the other, -1 if less far, 0 if it does not tell them apart.
constexpr int farther(index_t step, index_t other) {
  const index_t a = magnitude(step), b = magnitude(other);
  return a == 0 || b == 0 || a == b ? 0 : a > b ? 1 : -1;
}

// Sorts by insertion, because the order is not total.
template <class List, class Before>
void put_in_order(List& list, Before before) {
  for (std::size_t i = 1; i < list.size(); ++i) {
    for (std::size_t j = i; j > 0 && before(list[j], list[j - 1]); --j) std::swap(list[j], list[j - 1]);
  }
}

// A map, and the distance of neighbouring addresses in memory.
struct laid_map {
  const dims* map;
  index_t step;
};

// The distance in memory of neighbours along each axis, as far as the operands' maps tell.
class RAVEL_API memory_order {
 public:
  explicit memory_order(std::span<const laid_map> operands);

  // True if neighbours on axis a are closer than on axis b, by the first operand that tells them apart.
  bool closer(index_t a, index_t b) const;
  // True if an operand that is read in row-major order jumps in memory.
  bool jumps(const shape& of) const;

 private:
  std::vector<axis_list> apart_;  // of each operand; 0 where its map does not say
};

// The axes of a map, those with the farthest neighbours first. Empty if they are in this order already, if there are few positions, or if
// the map does not tell.
RAVEL_API axis_list axes_by_distance(const dims& map);

}  // namespace ravel::detail
