// SPDX-License-Identifier: BSL-1.0
// Reads short rows in memory in row-major order, such as weights broadcast over a picture, or cropped and transposed pixels.
#include <ravel/walk/node.hpp>
#include "base/word.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace ravel::detail {
namespace {

constexpr index_t longest_short_row = 16;

using axes_in_memory = small_vector<memory_axis, most_axes>;

// Drops axes of extent 1, and joins axes that continue each other.
axes_in_memory joined_axes(std::span<const memory_axis> axes) {
  axes_in_memory joined;
  for (const memory_axis& one : axes) {
    if (one.extent == 1) continue;
    if (!joined.empty() && joined.back().step == one.extent * one.step)
      joined.back() = {joined.back().extent * one.extent, one.step};
    else
      joined.push_back(one);
  }
  return joined;
}

template <class W>
void copy_word(const std::byte* from, std::byte* to) {
  std::memcpy(to, from, sizeof(W));
}

template <class W, index_t Length>
void copy_rows_of(const std::byte* from, index_t row_step, index_t step, index_t rows, std::byte* out) {
  for (index_t r = 0; r < rows; ++r) {
    for (index_t i = 0; i < Length; ++i) copy_word<W>(from + r * row_step + i * step, out + (r * Length + i) * index_t{sizeof(W)});
  }
}
template <class W>
void copy_rows(const std::byte* from, index_t row_step, index_t step, index_t rows, index_t length, std::byte* out) {
  if (row_step == 0 && rows > 1) {
    copy_rows<W>(from, 0, step, 1, length, out);
    const index_t row = length * index_t{sizeof(W)};
    for (index_t done = 1; done < rows; done *= 2)
      std::memcpy(out + done * row, out, static_cast<std::size_t>(std::min(done, rows - done) * row));
    return;
  }
  if (length == 2) return copy_rows_of<W, 2>(from, row_step, step, rows, out);
  if (length == 3) return copy_rows_of<W, 3>(from, row_step, step, rows, out);
  if (length == 4) return copy_rows_of<W, 4>(from, row_step, step, rows, out);
  for (index_t r = 0; r < rows; ++r) {
    for (index_t i = 0; i < length; ++i) copy_word<W>(from + r * row_step + i * step, out + (r * length + i) * index_t{sizeof(W)});
  }
}

// Needs at least two axes; steps are in bytes.
template <class W>
void read_rows(const std::byte* from, const axes_in_memory& axes, index_t start, index_t n, std::byte* out) {
  const std::size_t last = axes.size() - 1;
  std::array<index_t, most_axes> digits{};
  for (std::size_t k = last + 1; k-- > 0; start /= axes[k].extent) {
    digits[k] = start % axes[k].extent;
    if (k < last) from += digits[k] * axes[k].step;
  }
  const memory_axis row = axes[last], rows = axes[last - 1];
  for (index_t done = 0, begin = digits[last]; done < n; begin = 0) {
    const index_t left = n - done, whole = begin == 0 ? std::min(left / row.extent, rows.extent - digits[last - 1]) : 0;
    const index_t count = whole > 0 ? whole : 1, length = whole > 0 ? row.extent : std::min(left, row.extent - begin);
    copy_rows<W>(from + begin * row.step, rows.step, row.step, count, length, out + done * index_t{sizeof(W)});
    done += count * length;
    from += count * rows.step;
    digits[last - 1] += count;
    for (std::size_t k = last - 1; digits[k] == axes[k].extent && k > 0; --k) {
      from += axes[k - 1].step - axes[k].extent * axes[k].step;
      digits[k] = 0;
      ++digits[k - 1];
    }
  }
}

}  // namespace

bool read_short_rows(const void* first, std::span<const memory_axis> axes, index_t start, index_t n, void* out, index_t bytes) {
  axes_in_memory joined = joined_axes(axes);
  if (joined.size() < 2 || joined.back().extent > longest_short_row) return false;
  for (memory_axis& one : joined) one.step *= bytes;
  const auto* const from = static_cast<const std::byte*>(first);
  auto* const to = static_cast<std::byte*>(out);
  with_word(bytes, [&](auto word) { read_rows<decltype(word)>(from, joined, start, n, to); });
  return true;
}

}  // namespace ravel::detail
