// SPDX-License-Identifier: BSL-1.0
// Putting entries in the order of their positions.
#include <ravel/lazy/detail/moved_entries.hpp>

#include <algorithm>

namespace ravel::detail {

void sort_by_position(std::vector<moved_entry>& moved) {
  const auto before = [](const moved_entry& a, const moved_entry& b) { return a.position < b.position; };
  if (!std::is_sorted(moved.begin(), moved.end(), before)) std::sort(moved.begin(), moved.end(), before);
}

}  // namespace ravel::detail
