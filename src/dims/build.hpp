// SPDX-License-Identifier: BSL-1.0
// Builds layers and chains of them. Only operations on dims use it; a builder belongs to one call.
#pragma once

#include "dims/axis.hpp"

namespace ravel::detail {

using layer_ptr = std::shared_ptr<const layer>;

// Appends axes, outermost first.
class layer_builder {
 public:
  layer_builder(index_t base, layer_ptr below);

  void add_base(index_t more) { made_->base += more; }
  void add(const layer& from, index_t axis);  // as it is there
  void add(index_t extent, std::span<const mode> modes);
  void add(index_t extent) { end_axis(extent); }  // without modes: extent 1, or a layer that has no elements

  // Appends one mode.
  void put(const mode& m) { append_mode(made_->modes, first_, made_->base, m); }
  void end_axis(index_t extent);

  void add(index_t extent, const part& of) {
    add_base(of.base);
    add(extent, as_span(of.modes));
  }

  layer_ptr finish();

 private:
  std::shared_ptr<layer> made_;
  std::size_t first_ = 0;  // mode of the axis that is being made
  small_vector<index_t, 6> extents_;
};

// A counting layer on top: row-major positions of a shape with as many elements.
layer_ptr count_over(const layer_ptr& below, std::span<const index_t> extents);

// Joins the top layer with those below it as long as one layer can express two.
layer_ptr collapsed(layer_ptr top);

}  // namespace ravel::detail
