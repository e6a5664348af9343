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

#define RAVEL_INSTANTIATE(T)                                                     \
  template RAVEL_API tensor<const T> concat_tensors(const tensors<T>&, index_t); \
  template RAVEL_API tensor<const T> stack_tensors(tensors<T>, index_t);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
