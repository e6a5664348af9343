// SPDX-License-Identifier: BSL-1.0
// Tensors of our own memory in any order, padded, turned, and of strange starts.
#pragma once

#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/make.hpp>

#include <support/random.hpp>

namespace support {

template <class T, class Value>
ravel::tensor<T> stored_anyhow(random& r, const std::vector<ravel::index_t>& extents, Value value) {
  using ravel::index_t;
  std::vector<index_t> axes(extents.size()), back(extents.size());
  for (std::size_t k = 0; k < axes.size(); ++k) axes[k] = static_cast<index_t>(k);
  for (std::size_t k = axes.size(); k > 1; --k) std::swap(axes[k - 1], axes[static_cast<std::size_t>(r.below(static_cast<index_t>(k)))]);
  std::vector<index_t> allocated;
  for (const index_t axis : axes) allocated.push_back(extents[static_cast<std::size_t>(axis)] + (r.chance(3) ? 1 : 0));
  for (std::size_t k = 0; k < axes.size(); ++k) back[static_cast<std::size_t>(axes[k])] = static_cast<index_t>(k);
  ravel::tensor<T> t = ravel::zeros<T>(allocated);
  for (index_t k = 0; k < t.size(); ++k) t.data()[k] = value();
  t = transpose(t, back);
  for (std::size_t k = 0; k < extents.size(); ++k) {
    const auto axis = static_cast<index_t>(k);
    t = slice(t, axis, t.extent(axis) - extents[k], extents[k]);
    if (r.chance(4)) t = flip(t, axis);
  }
  return t;
}

}  // namespace support
