// SPDX-License-Identifier: BSL-1.0
// Cuts pieces of about equal length, and selects the largest triangles.
#include <ravel/base/error.hpp>
#include <ravel/op/windows/downsample.hpp>

#include <cmath>

namespace ravel::detail {

namespace {

index_t start_of_piece(index_t piece, index_t n, index_t pieces) { return static_cast<index_t>(int128{piece} * n / pieces); }

struct corner {
  double key;
  double value;
};

// Twice the area.
double triangle(const corner& a, const corner& b, const corner& c) {
  return std::abs((a.key - c.key) * (b.value - a.value) - (a.key - b.key) * (c.value - a.value));
}

}  // namespace

equal_pieces::equal_pieces(index_t n, index_t pieces) : window_ranges(pieces), elements_(n) {
  if (pieces < 0 || pieces > n) throw value_error(text() << "downsample of " << counted(n, "element") << " to " << pieces);
}

void equal_pieces::make(index_t from, index_t n, row_range* out, place&) const {
  for (index_t i = from; i < from + n; ++i) *out++ = {start_of_piece(i, elements_, count()), start_of_piece(i + 1, elements_, count())};
}

buffer<index_t> room_for_triangles(index_t n, index_t chosen) {
  if (chosen < 2 || chosen > n)
    throw value_error(text() << "arg_largest_triangle of " << counted(n, "element") << " to " << chosen
                             << ": it chooses 2 at least, and no more than there are");
  return unfilled_buffer<index_t>(chosen);
}

void select_triangles(std::span<const double> keys, std::span<const double> values, const buffer<index_t>& out) {
  const index_t n = std::ssize(values), pieces = out.size() - 2;
  const auto at = [&](index_t i) {
    const auto k = static_cast<std::size_t>(i);
    return corner{keys.empty() ? static_cast<double>(i) : keys[k], values[k]};
  };
  const auto start = [&](index_t piece) { return piece < pieces ? 1 + start_of_piece(piece, n - 2, pieces) : piece == pieces ? n - 1 : n; };
  const auto middle = [&](index_t piece) {
    corner sum{0, 0};
    for (index_t i = start(piece); i < start(piece + 1); ++i) {
      sum.key += at(i).key;
      sum.value += at(i).value;
    }
    const auto count = static_cast<double>(start(piece + 1) - start(piece));
    return corner{sum.key / count, sum.value / count};
  };
  out.unchecked(0) = 0;
  for (index_t piece = 0; piece < pieces; ++piece) {
    const corner before = at(out.unchecked(piece)), behind = middle(piece + 1);
    index_t best = start(piece);
    for (index_t i = best + 1; i < start(piece + 1); ++i) {
      if (triangle(before, at(i), behind) > triangle(before, at(best), behind)) best = i;
    }
    out.unchecked(piece + 1) = best;
  }
  out.unchecked(out.size() - 1) = n - 1;
}

}  // namespace ravel::detail
