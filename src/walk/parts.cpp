// SPDX-License-Identifier: BSL-1.0
// Cuts a walk over the elements of a target into parts that tasks share.
#include <ravel/walk/rows.hpp>

#include <algorithm>

namespace ravel::detail {
namespace {

// The axis that is cut has at least this many places, if any axis has.
constexpr index_t few_places = 16;

// The axis with the largest step in the target's memory, so that each part has memory of its own.
index_t axis_to_cut(const walked_operand& target) {
  const shape& extents = target.map->shape();
  const auto step = [&](index_t axis) {
    return target.facts->affine ? magnitude(target.facts->strides[static_cast<std::size_t>(axis)]) : 0;
  };
  index_t chosen = 0;
  for (index_t axis = 1; axis < extents.rank(); ++axis) {
    const bool enough = extents[axis] >= few_places, had_enough = extents[chosen] >= few_places;
    if (enough != had_enough ? enough : enough ? step(axis) > step(chosen) : extents[axis] > extents[chosen]) chosen = axis;
  }
  return chosen;
}

}  // namespace

void walk_in_parts(std::span<const walked_operand> operands, index_t rows, function_ref<void(std::span<const walked_operand>)> walk) {
  const dims& whole = *operands[0].map;
  const index_t size = whole.size();
  // A target that is not memory may not allow several writers: eight bools of a std::vector share a byte.
  if (!current_executor || size < 2 || !operands[0].data) return walk(operands);

  if (std::all_of(operands.begin(), operands.end(), [](const walked_operand& one) { return one.in_a_row(); })) {
    return in_pieces(size, 1, [&](index_t begin, index_t end) {
      const dims line = dims::row_major({end - begin});
      const map_facts facts(line);
      small_vector<walked_operand, 6> part;
      for (walked_operand one : operands) {
        one.data = one.at(one.facts->first) + begin * one.element;
        one.unit = one.element;
        one.map = &line;
        one.facts = &facts;
        part.push_back(one);
      }
      walk(as_span(part));
    });
  }

  const index_t axis = axis_to_cut(operands[0]), extent = whole.shape()[axis];
  const auto walk_part = [&](index_t begin, index_t end) {
    if (end - begin == extent) return walk(operands);
    std::vector<dims> maps;
    std::vector<map_facts> facts;
    maps.reserve(operands.size());
    facts.reserve(operands.size());
    small_vector<walked_operand, 6> part;
    for (walked_operand one : operands) {
      one.map = &maps.emplace_back(one.map->slice(axis, begin, end - begin));
      one.facts = &facts.emplace_back(*one.map);
      part.push_back(one);
    }
    walk(as_span(part));
  };
  in_pieces(extent, size / extent, walk_part, std::clamp<index_t>(extent / few_places, 1, rows));
}

}  // namespace ravel::detail
