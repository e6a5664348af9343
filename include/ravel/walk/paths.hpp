// SPDX-License-Identifier: BSL-1.0
// Views whose axes each go along one axis of a shape, at even steps: slices, transposes, flips and dropped axes of a tensor that is not in
// memory. Knows no elements; plain functions.
#pragma once

#include <ravel/walk/boxes.hpp>
#include <ravel/walk/node.hpp>

#include <array>

namespace ravel::detail {

// The path of a view along an axis of the shape: at position i of its axis `along` the view shows place start + step * i. If `along` is
// nowhere, it always shows `start`.
struct axis_path {
  index_t along;  // or nowhere
  index_t start;
  index_t step;

  static constexpr index_t nowhere = -1;
};
using axis_paths = std::vector<axis_path>;

// One path for each axis of the shape, for a view made of its row-major map. nullopt for any other map, and for views whose rows are rows
// of the shape, which are best read as they are.
RAVEL_API std::optional<axis_paths> paths_through(const dims& view, const shape& whole);

// The part of such a view that shows a box, and its paths through the box; nullopt if the view shows none of the box.
struct seen_box {
  box where;  // in the view
  axis_paths through;
};
RAVEL_API std::optional<seen_box> seen(const box& of, const axis_paths& paths, const shape& view);

// The coordinates in the shape at a position of a view, and their steps along the view's row.
struct RAVEL_API view_row {
  view_row(const shape& view, const axis_paths& paths, index_t position);

  std::array<index_t, most_axes> first{}, step{};
  index_t left = 1;  // of the row
};

// The paths that follow `first` and then, through the view that it makes, `second`.
RAVEL_API axis_paths joined(const axis_paths& first, const axis_paths& second);

// The map of the elements in a box.
RAVEL_API dims part_of(const dims& map, const box& where);

// The map of a tensor along paths.
RAVEL_API dims along_paths(const dims& map, const axis_paths& paths, const shape& view);

}  // namespace ravel::detail
