// SPDX-License-Identifier: BSL-1.0
// Windows as ranges of rows.
#include <ravel/op/rolling_by.hpp>

#include <numeric>

namespace ravel::detail {

row_ranges expanding_ranges(index_t n) {
  const row_ranges made(n);
  std::fill_n(made.first.data(), n, index_t{0});
  std::iota(made.end.data(), made.end.data() + n, index_t{1});
  return made;
}

row_ranges without_rows(const window_ranges& windows, const std::vector<bool>& kept) {
  std::vector<index_t> before{0};
  before.reserve(kept.size() + 1);
  for (const bool is_kept : kept) before.push_back(before.back() + is_kept);
  const row_ranges made(windows.count);
  for (index_t i = 0; i < windows.count; ++i) {
    made.first.unchecked(i) = before[static_cast<std::size_t>(windows.first[i])];
    made.end.unchecked(i) = before[static_cast<std::size_t>(windows.end[i])];
  }
  return made;
}

}  // namespace ravel::detail
