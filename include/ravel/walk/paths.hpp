// SPDX-License-Identifier: BSL-1.0
// Views whose axes each go along one axis of a shape, at even steps: what slices, turns, flips and dropped axes make of a tensor that is
// not in memory. Knows no elements.
#pragma once

#include <ravel/walk/boxes.hpp>
#include <ravel/walk/node.hpp>

#include <array>

namespace ravel::detail {

// How a view goes along an axis of the shape: it shows place start + step * i at its position i on axis `along`, or `start` alone.
struct axis_path {
  index_t along;  // or nowhere
  index_t start;
  index_t step;

  static constexpr index_t nowhere = -1;
};
using axis_paths = std::vector<axis_path>;

// One path for each axis of the shape, of a view that was made of its row-major map; nothing if it is no such view, or if its rows are rows
// of the shape, which are best read as they are.
RAVEL_API std::optional<axis_paths> paths_through(const dims& view, const shape& whole);

// What such a view shows of a box, and how it goes through the box to show that; nothing if it shows nothing of it.
struct seen_box {
  box where;  // in the view
  axis_paths through;
};
RAVEL_API std::optional<seen_box> seen(const box& of, const axis_paths& paths, const shape& view);

// Where the axes of the shape stand at a position of a view, and by how much they go on along its row.
struct RAVEL_API view_row {
  view_row(const shape& view, const axis_paths& paths, index_t position);

  std::array<index_t, most_axes> first{}, step{};
  index_t left = 1;  // of the row
};

// What follows two paths, the second through the view that the first makes.
RAVEL_API axis_paths joined(const axis_paths& first, const axis_paths& second);

// The part of a map that is in a box.
RAVEL_API dims part_of(const dims& map, const box& where);

// The map of a tensor, seen along paths.
RAVEL_API dims along_paths(const dims& map, const axis_paths& paths, const shape& view);

}  // namespace ravel::detail
