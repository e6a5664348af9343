// SPDX-License-Identifier: BSL-1.0
// Paths and boxes, of views of what is not memory: whether each axis of a view goes along one axis of a shape, and which of many disjoint
// boxes of a shape holds a position. A tree cuts space along the faces of the boxes, so a lookup takes a logarithmic number of steps.
// Knows no elements; immutable, so any thread may read.
#pragma once

#include <ravel/base/shape.hpp>
#include <ravel/walk/node.hpp>

#include <array>
#include <span>
#include <vector>

namespace ravel::detail {

struct box {
  small_vector<index_t, 6> at;  // its first position
  shape extents;
};

class RAVEL_API box_index {
 public:
  // Ignores empty boxes. Throws shape_error if a box lies outside or two overlap.
  box_index(const shape& whole, std::span<const box> boxes);

  struct found {
    index_t box;       // or nowhere
    index_t position;  // in row-major order of the box
    index_t count;     // of positions that are consecutive in the box and in the whole
  };
  static constexpr index_t nowhere = -1;

  found find(index_t position) const;  // of the whole, in row-major order
  bool covers() const { return gaps_.empty(); }
  const std::vector<box>& gaps() const { return gaps_; }  // disjoint boxes of what is in none

 private:
  struct cut {
    std::size_t axis;
    index_t at;
    index_t below, above;  // a cut, or the leaf of a box
  };
  using region = small_vector<index_t, 6>;
  struct flat_box {
    index_t number;
    region from, to;
  };

  struct joined {
    index_t axis;    // the axis of the whole that may be cut; or nowhere
    index_t behind;  // positions of those behind it
  };

  struct faces {
    std::size_t axis = 0;
    std::vector<index_t> at;
  };

  static constexpr index_t leaf(index_t box) { return -2 - box; }  // below 0, and its own inverse

  void merge_axes(const shape& whole, std::span<const box> boxes);
  void add_gap(const shape& whole, const region& from, const region& to);
  faces most_faces(const region& from, const region& to, std::span<const flat_box* const> inside) const;
  index_t divide(const region& from, const region& to, std::vector<const flat_box*> inside, std::span<const box> given, const shape& whole);

  std::vector<index_t> extents_;  // of the whole; axes that are not cut are joined with the axis before them
  std::vector<joined> axes_;      // the original axes of each
  std::vector<flat_box> boxes_;
  std::vector<box> gaps_;
  std::vector<cut> cuts_;
  index_t root_ = leaf(nowhere);
};

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
