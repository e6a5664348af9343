// SPDX-License-Identifier: BSL-1.0
// Builds layers. Axes are appended in canonical form, and a layer is merged into the one below it if possible.
#include <ravel/base/error.hpp>
#include "dims/build.hpp"

#include <algorithm>

namespace ravel {

index_t layer::at(index_t position) const { return base + detail::value_at(detail::as_span(modes), position); }

bool operator==(const layer& a, const layer& b) {
  const bool same = a.base == b.base && a.extents == b.extents && a.ends == b.ends && a.modes == b.modes;
  if (!same) return false;
  return a.below == b.below || (a.below && b.below && *a.below == *b.below);
}

namespace detail {
namespace {

constexpr index_t most_layers = 256;

// The layer below as the upper one sees it: only its row-major positions count.
layer_ptr flattened(const layer_ptr& of) {
  if (of->rank() == 1) return of;
  const part flat = flatten(*of);
  layer_builder builder(flat.base, of->below);
  builder.add(of->size(), as_span(flat.modes));
  return builder.finish();
}

layer_ptr collapse(const layer& top) {
  const layer& lower = *top.below;
  const auto one = compose({lower.base, lower.modes}, top.base, as_span(top.modes));
  if (!one) return nullptr;
  layer_builder builder(one->result.base, lower.below);
  const auto end_of = [&](std::size_t upper_modes) { return upper_modes == 0 ? 0 : one->ends[upper_modes - 1]; };
  std::size_t first = 0;
  for (index_t k = 0; k < top.rank(); ++k) {
    const std::size_t last = end_of(top.ends[static_cast<std::size_t>(k)]);
    builder.add(top.extents[k], as_span(one->result.modes).subspan(first, last - first));
    first = last;
  }
  return builder.finish();
}

}  // namespace

layer_builder::layer_builder(index_t base, layer_ptr below) : made_(std::make_shared_for_overwrite<layer>()) {
  made_->base = base;
  if (below) made_->depth = below->depth + 1;
  made_->below = std::move(below);
  if (made_->depth > most_layers) throw layout_error(text() << "view is a chain of " << made_->depth << " layers: clone() a part of it");
}

void layer_builder::add(const layer& from, index_t axis) {
  const auto modes = from.axis(axis);
  for (const mode& m : modes) made_->modes.push_back(m);
  end_axis(from.extents[axis]);
}

void layer_builder::add(index_t extent, std::span<const mode> modes) {
  for (const mode& m : modes) put(m);
  end_axis(extent);
}

void layer_builder::end_axis(index_t extent) {
  extents_.push_back(extent);
  first_ = made_->modes.size();
  made_->ends.push_back(static_cast<std::uint32_t>(first_));
}

layer_ptr layer_builder::finish() {
  made_->extents = shape(as_span(extents_));
  if (made_->size() == 0) {
    made_->base = 0;
    made_->modes.clear();
    for (auto& end : made_->ends) end = 0;
    made_->below = nullptr;
    made_->depth = 1;
  }
  return std::move(made_);
}

layer_ptr count_over(const layer_ptr& below, std::span<const index_t> extents) {
  layer_builder builder(0, flattened(below));
  index_t stride = below->size();
  for (const index_t extent : extents) {
    if (extent != 0) stride /= extent;
    const mode counting = affine_mode(extent, stride);
    builder.add(extent, std::span(&counting, 1));
  }
  return builder.finish();
}

layer_ptr collapsed(layer_ptr top) {
  while (top->below) {
    layer_ptr one = collapse(*top);
    if (!one) break;
    top = std::move(one);
  }
  return top;
}

}  // namespace detail
}  // namespace ravel
