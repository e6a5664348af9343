// SPDX-License-Identifier: BSL-1.0
// Windows as ranges of rows.
#include <ravel/op/keys/rolling_by.hpp>

namespace ravel::detail {

void expanding_ranges::make(index_t from, index_t n, row_range* out) const {
  for (index_t i = from; i < from + n; ++i) *out++ = {0, i + 1};
}

void clipped_windows::make(index_t from, index_t n, row_range* out) const {
  for (index_t i = from; i < from + n; ++i) *out++ = {std::max<index_t>(i - before_, 0), std::min(i - before_ + width_, count())};
}

ranges_without::ranges_without(const window_ranges& windows, const std::vector<bool>& kept)
    : window_ranges(windows.count()), windows_(windows), before_{0} {
  before_.reserve(kept.size() + 1);
  for (const bool is_kept : kept) before_.push_back(before_.back() + is_kept);
}

void ranges_without::make(index_t from, index_t n, row_range* out) const {
  windows_.make(from, n, out);
  const auto before = [&](index_t row) { return before_[static_cast<std::size_t>(row)]; };
  for (index_t i = 0; i < n; ++i) out[i] = {before(out[i].first), before(out[i].end)};
}

}  // namespace ravel::detail
