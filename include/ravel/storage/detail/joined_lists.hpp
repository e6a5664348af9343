// SPDX-License-Identifier: BSL-1.0
// Concatenates the lists that several threads have filled into one buffer. The elements are moved; the lists are empty afterwards.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/storage/list.hpp>

#include <algorithm>
#include <vector>

namespace ravel::detail {

template <class T>
buffer<T> joined_lists(std::vector<list<T>> parts) {
  if (parts.size() == 1) return parts.front().take();
  std::vector<index_t> begins(parts.size() + 1);
  for (std::size_t k = 0; k < parts.size(); ++k) begins[k + 1] = begins[k] + parts[k].size();
  const buffer<T> all = unfilled_buffer<T>(begins.back());
  in_pieces(std::ssize(parts), begins.back() / std::ssize(parts), [&](index_t begin, index_t end) {
    for (auto k = static_cast<std::size_t>(begin); k < static_cast<std::size_t>(end); ++k) {
      const buffer<T> part = parts[k].take();
      std::move(part.begin(), part.end(), all.data() + begins[k]);
    }
  });
  return all;
}

}  // namespace ravel::detail
