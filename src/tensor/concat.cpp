// SPDX-License-Identifier: BSL-1.0
// Joins shapes along an axis.
#include <ravel/base/error.hpp>
#include <ravel/tensor/concat.hpp>

namespace ravel::detail {

concatenated concat_shapes(const std::vector<shape>& shapes, index_t axis) {
  if (shapes.empty()) throw value_error("concat needs at least one tensor");
  const shape& first = shapes.front();
  const index_t on = check_axis(axis, first.rank());
  concatenated joined;
  index_t end = 0;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const shape& next = shapes[i];
    const auto cannot = [&] {
      return text() << "cannot concat shapes " << to_string(first) << " and " << to_string(next) << " along axis " << on;
    };
    if (next.rank() != first.rank()) throw shape_error(cannot() << ": tensor " << i << " has another rank");
    for (index_t k = 0; k < first.rank(); ++k) {
      if (k != on && next[k] != first[k])
        throw shape_error(cannot() << ": axis " << k << " of tensor " << i << " has extent " << next[k] << ", not " << first[k]);
    }
    joined.starts.push_back(end);
    end = add_index(end, next[on]);
  }
  std::vector<index_t> extents(first.begin(), first.end());
  extents[static_cast<std::size_t>(on)] = end;
  joined.whole = ints(extents);
  return joined;
}

void check_same_shapes(const std::vector<shape>& shapes) {
  if (shapes.empty()) throw value_error("stack needs at least one tensor");
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i] == shapes[0]) continue;
    throw shape_error(text() << "cannot stack shapes " << to_string(shapes[0]) << " and " << to_string(shapes[i]) << ": tensor " << i
                             << " must have the shape of the first");
  }
}

std::vector<shape> shapes_of(std::span<const shared_untyped> parts) {
  std::vector<shape> shapes;
  for (const shared_untyped& part : parts) shapes.push_back(part->as_tensor()->extents());
  return shapes;
}

shared_untyped concat_nodes(std::span<const shared_untyped> parts, index_t axis) {
  const concatenated joined = concat_shapes(shapes_of(parts), axis);
  const auto on = static_cast<std::size_t>(check_axis(axis, joined.whole.rank()));
  placed_parts placed;
  for (std::size_t k = 0; k < parts.size(); ++k) placed.add_along(on, joined.starts[k], parts[k]);
  const untyped_tensor& first = *parts.front()->as_tensor();
  return first.over(dims::row_major(joined.whole), std::move(placed).put_together(joined.whole, first.default_value()));
}

shared_untyped stack_nodes(std::vector<shared_untyped> parts, index_t axis) {
  check_same_shapes(shapes_of(parts));
  const auto with_axis = [&](const dims& map) { return map.new_axis(axis); };
  for (shared_untyped& part : parts) part = part->as_tensor()->viewed(change_of(with_axis));
  return concat_nodes(parts, axis);
}

}  // namespace ravel::detail
