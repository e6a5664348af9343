// SPDX-License-Identifier: BSL-1.0
// Disjoint boxes of a shape, and lookup of the box that holds a position. A tree cuts space along the faces of the boxes, so a lookup takes
// a logarithmic number of steps. Knows no elements; immutable, so any thread may read.
#pragma once

#include <ravel/base/shape.hpp>

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

}  // namespace ravel::detail
