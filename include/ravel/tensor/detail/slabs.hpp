// SPDX-License-Identifier: BSL-1.0
// Slabs of tensors: parts cut along the first axes, small enough to stay in the cache. One thread.
#pragma once

#include <ravel/tensor/lazy_tensor.hpp>

namespace ravel::detail {

inline constexpr index_t slab_elements = index_t{1} << 17;

// Calls f(part of x, the same part of each other) for parts of at most `most` elements, in row-major order. All tensors have one shape.
template <class F, class X, class... Others>
void each_slab(index_t most, const F& f, const X& x, const Others&... others) {
  if (x.size() <= most) {
    f(x, others...);
    return;
  }
  const index_t extent = x.extent(0), count = std::max<index_t>(1, most / (x.size() / extent));
  for (index_t start = 0; start < extent; start += count) {
    const auto part = [&](const dims& map) {
      return count == 1 ? map.select(0, start) : map.slice(0, start, std::min(count, extent - start));
    };
    each_slab(most, f, viewed(x, part), viewed(others, part)...);
  }
}

}  // namespace ravel::detail
