// SPDX-License-Identifier: BSL-1.0
// Distances come from the innermost mode of each axis, which separates neighbours.
#include <ravel/dims/dims.hpp>

#include <algorithm>

namespace ravel::detail {
namespace {

// Smaller tensors stay in the cache, whatever the order.
constexpr index_t small = 4096;
// Rows this short cost more to find than to read, unless rows are adjacent.
constexpr index_t short_row = 16;

index_t axis_of_many(const shape& of, index_t axis) {
  while (axis >= 0 && of[axis] == 1) --axis;
  return axis;
}

axis_list distances(const dims& map, index_t step) {
  axis_list apart(static_cast<std::size_t>(map.rank()), 0);
  if (map.top().below) return apart;
  for (index_t axis = 0; axis < map.rank(); ++axis) {
    const auto modes = map.top().axis(axis);
    if (!modes.empty()) apart[static_cast<std::size_t>(axis)] = magnitude(modes.back().stride * step);
  }
  return apart;
}

}  // namespace

memory_order::memory_order(std::span<const laid_map> operands) {
  for (const laid_map& of : operands) apart_.push_back(distances(*of.map, of.step));
}

bool memory_order::closer(index_t a, index_t b) const {
  for (const axis_list& apart : apart_) {
    if (const int told = farther(apart[static_cast<std::size_t>(a)], apart[static_cast<std::size_t>(b)])) return told < 0;
  }
  return a > b;
}

bool memory_order::jumps(const shape& of) const {
  const index_t last = axis_of_many(of, of.rank() - 1), next = axis_of_many(of, last - 1);
  if (last < 0 || of.elements() < small) return false;
  return std::any_of(apart_.begin(), apart_.end(), [&](const axis_list& apart) {
    const index_t step = apart[static_cast<std::size_t>(last)];
    if (next >= 0 && of[last] <= short_row && apart[static_cast<std::size_t>(next)] != step * of[last]) return true;
    return std::any_of(apart.begin(), apart.end(), [&](index_t other) { return other != 0 && other < step; });
  });
}

axis_list axes_by_distance(const dims& map) {
  axis_list order;
  if (map.size() < small || !map.is_affine()) return order;
  const axis_list apart = distances(map, 1);
  for (index_t axis = 0; axis < map.rank(); ++axis) order.push_back(axis);
  bool changed = false;
  // Axes that do not move go inside, so that their element is read once.
  put_in_order(order, [&](index_t axis, index_t before) {
    const bool outside = apart[static_cast<std::size_t>(axis)] > apart[static_cast<std::size_t>(before)];
    changed = changed || (outside && map.extent(axis) > 1 && map.extent(before) > 1);
    return outside;
  });
  if (!changed) order.clear();
  return order;
}

}  // namespace ravel::detail
