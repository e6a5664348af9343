// SPDX-License-Identifier: BSL-1.0
// Windows as ranges of rows, and parts of them for several threads.
#include <ravel/op/keys/rolling_by.hpp>

#include <memory>

namespace ravel::detail {

namespace {

// Windows that lie in memory.
class listed_ranges final : public window_ranges {
 public:
  explicit listed_ranges(std::span<const row_range> windows) : window_ranges(std::ssize(windows)), windows_(windows) {}
  void make(index_t from, index_t n, row_range* out, place&) const override { std::copy_n(windows_.begin() + from, n, out); }

 private:
  std::span<const row_range> windows_;
};

bool in_one_segment(const window_ranges& windows) {
  row_range first, last;
  window_ranges::place at;
  windows.make(0, 1, &first, at);
  windows.make(windows.count() - 1, 1, &last, at);
  return last.first < first.end;
}

// The first window of each segment, and the number of windows.
std::vector<index_t> begins_of_segments(std::span<const row_range> windows) {
  const index_t n = std::ssize(windows);
  const auto window = [&](index_t i) -> const row_range& { return windows[static_cast<std::size_t>(i)]; };
  const auto first_row = [&](index_t i) { return window(i).first; };
  std::vector<index_t> begins;
  for (index_t i = 0; i < n;) {
    if (window(i).width() == 0) {
      ++i;
      continue;
    }
    begins.push_back(i);
    less before;
    i = place_behind(i + 1, n, window(i).end, search_side::left, before, first_row);
  }
  begins.push_back(n);
  return begins;
}

}  // namespace

void each_part_of_windows(const window_ranges& windows, function_ref<void(const window_ranges&, index_t)> work) {
  const index_t n = windows.count();
  if (!current_executor || n < 2 || in_one_segment(windows)) return work(windows, 0);
  const auto made = std::make_unique_for_overwrite<row_range[]>(static_cast<std::size_t>(n));
  in_pieces(n, 1, [&](index_t begin, index_t end) {
    windows.each(begin, end, [&](index_t i, const row_range& window) { made[static_cast<std::size_t>(i)] = window; });
  });
  const std::span<const row_range> all(made.get(), static_cast<std::size_t>(n));
  const std::vector<index_t> begins = begins_of_segments(all);
  const index_t segments = std::ssize(begins) - 1, rows = all.back().end - all.front().first;
  in_pieces(segments, (n + rows) / std::max<index_t>(1, segments), [&](index_t begin, index_t end) {
    const index_t first = begins[static_cast<std::size_t>(begin)], count = begins[static_cast<std::size_t>(end)] - first;
    work(listed_ranges(all.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count))), first);
  });
}

void expanding_ranges::make(index_t from, index_t n, row_range* out, place&) const {
  for (index_t i = from; i < from + n; ++i) *out++ = {0, i + 1};
}

void clipped_windows::make(index_t from, index_t n, row_range* out, place&) const {
  for (index_t i = from; i < from + n; ++i) *out++ = {std::max<index_t>(i - before_, 0), std::min(i - before_ + width_, count())};
}

ranges_without::ranges_without(const window_ranges& windows, const std::vector<bool>& kept)
    : window_ranges(windows.count()), windows_(windows), before_{0} {
  before_.reserve(kept.size() + 1);
  for (const bool is_kept : kept) before_.push_back(before_.back() + is_kept);
}

void ranges_without::make(index_t from, index_t n, row_range* out, place& at) const {
  windows_.make(from, n, out, at);
  const auto before = [&](index_t row) { return before_[static_cast<std::size_t>(row)]; };
  for (index_t i = 0; i < n; ++i) out[i] = {before(out[i].first), before(out[i].end)};
}

}  // namespace ravel::detail
