// SPDX-License-Identifier: BSL-1.0
// Plans work along some axes. Other axes come first and worked axes last, so that each result's line is consecutive positions. If memory
// has kept axes side by side, these form a band at the very end: lines are its columns, and memory is read along its rows. Knows no
// elements; values.
#pragma once

#include <ravel/dims/dims.hpp>

namespace ravel::detail {

struct axis_plan {
  axis_list order;         // the axes of the view: outer, worked, band
  index_t outer_axes = 0;  // how many are kept and come first
  index_t worked_axes = 0;
  index_t outer = 1, inner = 1, band = 1;  // positions; of a line `inner`
  index_t passes = 1;                      // each pass visits all outer positions, with a part of each line
  shape results;                           // of the outer and the band axes, in the order of the view
  axis_list back;                          // the order that restores the tensor's axes

  RAVEL_API bool keeps_order() const;  // that of the tensor
};

// The worked axes, ascending. Throws if one is named twice.
RAVEL_API axis_list worked_axes(const ints& axes, index_t rank);
// A band takes in axes while it stays within `widest`, and then one more, which is cut.
RAVEL_API axis_plan plan_axes(const shape& of, const axis_list& worked, const memory_order& memory, index_t widest);
// If memory has the outer axes between the worked ones, plans to read memory in its own order, in passes. Only for callers that can.
RAVEL_API void plan_passes(axis_plan& plan, const shape& of, const axis_list& worked, const memory_order& memory);
RAVEL_API dims with_axes_kept(const dims& map, const axis_list& worked);

// Cuts blocks into parts of a row, or into parts of a line if the band has width one.
class row_cut {
 public:
  explicit row_cut(const axis_plan& of) : inner_(of.inner), band_(of.band) {}

  // Calls part(block, row, column, count): elements of `row` from `column` on, or of column 0 from `row` on.
  template <class Block, class F>
  void take(Block b, index_t n, F part) {
    while (n > 0) {
      const bool line = band_ == 1;
      const index_t count = std::min(n, line ? inner_ - row_ : band_ - column_);
      part(b, row_, column_, count);
      b.data += count * b.step;
      n -= count;
      (line ? row_ : column_) += count;
      if (column_ == band_) {
        column_ = 0;
        ++row_;
      }
      if (row_ == inner_) row_ = 0;
    }
  }

 private:
  index_t inner_, band_;
  index_t row_ = 0, column_ = 0;
};

}  // namespace ravel::detail
