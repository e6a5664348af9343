// SPDX-License-Identifier: BSL-1.0
// Cuts tensors of any element type into slabs.
#include <ravel/tensor/detail/along.hpp>

#include <algorithm>
#include <vector>

namespace ravel::detail {

void each_slab(index_t most, tensor_parts tensors, function_ref<void(tensor_parts)> f) {
  const dims& whole = tensors.front()->as_tensor()->map();
  if (whole.size() <= most) return f(tensors);
  const index_t extent = whole.extent(0), count = std::max<index_t>(1, most / (whole.size() / extent));
  std::vector<shared_untyped> parts(tensors.size());
  for (index_t start = 0; start < extent; start += count) {
    const auto part = [&](const dims& map) {
      return count == 1 ? map.select(0, start) : map.slice(0, start, std::min(count, extent - start));
    };
    for (std::size_t k = 0; k < parts.size(); ++k) parts[k] = tensors[k]->as_tensor()->viewed(change_of(part));
    each_slab(most, parts, f);
  }
}

}  // namespace ravel::detail
