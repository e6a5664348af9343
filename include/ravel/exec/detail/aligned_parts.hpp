// SPDX-License-Identifier: BSL-1.0
// Shares one line among threads. The line is cut at the nodes of a binary tree and the partial results are joined in that tree, so the
// result has the bits of one thread that reads the whole line. One thread does a part.
#pragma once

#include <ravel/exec/detail/tasks.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

namespace ravel::detail {

// Gives f(begin, end) for all `count` positions, or join(parts) of the results of parts. Each result is a std::optional with a value. A
// part has a power of two units; the last part has the rest.
template <class F, class Join>
auto of_aligned_parts(index_t count, index_t unit, const F& f, const Join& join) {
  using found = std::optional<decltype(f(index_t{}, index_t{}))>;
  if (current_executor && count > unit) {
    const auto least = static_cast<std::uint64_t>((rules_of_tasks.smallest - 1) / unit + 1);
    const index_t size = task_size(count, unit * static_cast<index_t>(std::bit_ceil(least)));
    if (size < count) {
      std::vector<found> parts(static_cast<std::size_t>((count - 1) / size + 1));
      run_tasks(std::ssize(parts), count, [&](index_t first, index_t behind) {
        for (index_t k = first; k < behind; ++k) parts[static_cast<std::size_t>(k)].emplace(f(k * size, std::min(count, (k + 1) * size)));
      });
      return join(parts);
    }
  }
  return f(index_t{0}, count);
}

}  // namespace ravel::detail
