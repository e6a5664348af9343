// SPDX-License-Identifier: BSL-1.0
// Parts of sparse matrices by diagonals, and the order of a Kronecker product.
#include <ravel/sparse/matrix.hpp>

#include <algorithm>
#include <cstdint>

namespace ravel::detail {

void append_diagonals(const raw_entry_block& block, index_t width, index_t low, index_t high, entry_list& list) {
  const element_room& kind = list.kind();
  if (low > high) return;
  const std::uint64_t least = static_cast<std::uint64_t>(low), more = static_cast<std::uint64_t>(high) - least;
  index_t places[entry_block_length];
  for (index_t done = 0; done < block.count; done += entry_block_length) {
    const raw_entry_block part = block.from(done, kind.bytes).first(std::min(entry_block_length, block.count - done));
    index_t n = 0;
    each_in_matrix(width, part.positions, part.count, [&](index_t i, index_t row, index_t column) {
      places[n] = i;
      n += static_cast<std::uint64_t>(column - row) - least <= more;
    });
    list.make_room(n);
    index_t* const positions = list.positions() + list.size();
    for (index_t i = 0; i < n; ++i) positions[i] = part.positions[places[i]];
    gather(kind, {part.values, 1}, places, n, element_at(kind, list.values(), list.size()));
    list.grow_by(n);
  }
}

namespace {

// The row that has this entry.
index_t row_of_entry(const found_rows& rows, index_t entry) {
  index_t first = 0;
  for (index_t n = rows.size(); n > 1;) {
    const index_t half = n / 2;
    const bool is_above = rows.start(first + half) <= entry;
    first += is_above ? half : 0;
    n = is_above ? n - half : half;
  }
  return first;
}

}  // namespace

kronecker_place kronecker_place_of(const found_rows& a, const found_rows& b, index_t product) {
  const index_t i = row_of_entry(a, product / b.entries()), in_row = product - a.start(i) * b.entries();
  const index_t k = row_of_entry(b, in_row / a.length(i)), in_pair = in_row - a.length(i) * b.start(k);
  const index_t j = (in_pair + b.length(k) - 1) / b.length(k), behind = product - in_pair + j * b.length(k);
  if (j < a.length(i)) return {i, k, a.start(i) + j, behind};
  const bool is_last = k + 1 == b.size();
  return {i + is_last, is_last ? 0 : k + 1, a.start(i + is_last), behind};
}

}  // namespace ravel::detail
