// SPDX-License-Identifier: BSL-1.0
// Disjoint boxes of a shape, and which of them holds a position. Space is cut in two along the faces of the boxes, so that finding a box
// takes as many steps as the logarithm of their number. Knows no elements; immutable.
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
  // Boxes without a position are never found; shape_error where one is outside or two overlap.
  box_index(const shape& whole, std::span<const box> boxes);

  struct found {
    index_t box;       // or nowhere
    index_t position;  // in row-major order of the box
    index_t count;     // of positions that follow each other in the box as they do in the whole
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
    index_t axis;    // of the whole, the only one of them that may be cut; or nowhere
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

  std::vector<index_t> extents_;  // of the whole; axes along which nothing is cut are one with the axis before them
  std::vector<joined> axes_;      // what each of these stands for
  std::vector<flat_box> boxes_;
  std::vector<box> gaps_;
  std::vector<cut> cuts_;
  index_t root_ = leaf(nowhere);
};

}  // namespace ravel::detail
