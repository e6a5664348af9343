// SPDX-License-Identifier: BSL-1.0
// The shape of a padded tensor, and the position that each place in a margin shows.
#include <ravel/base/error.hpp>
#include <ravel/tensor/concat.hpp>

namespace ravel {

std::vector<margin> margins::of(const shape& extents) const {
  for (const margin& m : each_) {
    if (m.before < 0 || m.after < 0)
      throw value_error(detail::text() << "a margin cannot be negative: {" << m.before << ", " << m.after << "}; slice(t, …) takes away");
  }
  const auto rank = static_cast<std::size_t>(extents.rank());
  if (each_.size() == 1) return std::vector<margin>(rank, each_[0]);
  if (each_.size() != rank)
    throw shape_error(detail::text() << each_.size() << " margins for shape " << to_string(extents) << " of rank " << rank
                                     << ": give one for each axis, or one for all");
  return each_;
}

namespace detail {

namespace {

// The position that is shown at place i of an axis, which may lie before its first or after its last position.
index_t continued(index_t i, index_t extent, pad_mode mode) {
  switch (mode) {
    case pad_mode::edge:
      return std::clamp(i, index_t{0}, extent - 1);
    case pad_mode::reflect: {
      if (extent == 1) return 0;
      const index_t place = floor_mod(i, 2 * (extent - 1));
      return std::min(place, 2 * (extent - 1) - place);
    }
    case pad_mode::wrap:
      break;
  }
  return floor_mod(i, extent);
}

}  // namespace

shape padded_shape(const shape& extents, const margins& widths) {
  const std::vector<margin> each = widths.of(extents);
  std::vector<index_t> larger;
  for (index_t k = 0; k < extents.rank(); ++k) {
    const margin& m = each[static_cast<std::size_t>(k)];
    larger.push_back(add_index(extents[k], add_index(m.before, m.after)));
  }
  return ints(larger);
}

shared_untyped padded_node(const shared_untyped& tensor, const margins& widths, const shared_untyped& value) {
  const untyped_tensor& inside = *tensor->as_tensor();
  const shape larger = padded_shape(inside.extents(), widths);
  box where{{}, inside.extents()};
  for (const margin& m : widths.of(inside.extents())) where.at.push_back(m.before);
  placed_parts placed;
  placed.add(std::move(where), tensor);
  return inside.over(dims::row_major(larger), std::move(placed).put_together(larger, value));
}

dims padded(const dims& map, const margins& widths, pad_mode mode) {
  const std::vector<margin> each = widths.of(map.shape());
  const shape larger = padded_shape(map.shape(), widths);
  dims view = map;
  for (index_t k = 0; k < map.rank(); ++k) {
    const index_t extent = map.extent(k);
    if (larger[k] == extent) continue;
    if (extent == 0)
      throw shape_error(text() << "axis " << k << " of shape " << to_string(map.shape()) << " has no element that its margin could show");
    std::vector<index_t> places;
    places.reserve(static_cast<std::size_t>(larger[k]));
    for (index_t i = 0; i < larger[k]; ++i) places.push_back(continued(i - each[static_cast<std::size_t>(k)].before, extent, mode));
    view = view.gather(k, places);
  }
  return view;
}

}  // namespace detail
}  // namespace ravel
