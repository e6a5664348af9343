// SPDX-License-Identifier: BSL-1.0
// Writing a view that runs across a base which is not memory: slabs of it are read as the base has them, and turned from there. One
// evaluation, one thread.
#pragma once

#include <ravel/tensor/tensor.hpp>

namespace ravel::detail {

// The axes of a view, those whose neighbours lie farthest apart in the base first. Empty if they stand so already, if the view is small, or
// if the base says nothing of it.
RAVEL_API small_vector<index_t, 6> base_order(const dims& view);

// write(part of a, part of b) for parts of two tensors of one shape, with at most so many elements each.
template <class T, class Write>
void each_part(const tensor<const T>& a, const tensor<T>& b, index_t most, const Write& write) {
  if (a.size() <= most) return write(a, b);
  const index_t extent = a.extent(0), count = std::max<index_t>(1, most / (a.size() / extent));
  for (index_t start = 0; start < extent; start += count) {
    const auto part = [&](const dims& map) {
      return count == 1 ? map.select(0, start) : map.slice(0, start, std::min(count, extent - start));
    };
    each_part<T>(viewed(a, part), viewed(b, part), most, write);
  }
}

}  // namespace ravel::detail
