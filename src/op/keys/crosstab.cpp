// SPDX-License-Identifier: BSL-1.0
// The sides of a table for keys of the closed set and strings, and the cell of each position.
#include <ravel/base/error.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/op/keys/crosstab.hpp>

namespace ravel::detail {

void follow(const buffer<index_t>& sorted, const buffer<key_number>& places) {
  std::vector<key_number> moved(static_cast<std::size_t>(sorted.size()));
  for (index_t i = 0; i < sorted.size(); ++i) moved[static_cast<std::size_t>(sorted.unchecked(i))] = static_cast<key_number>(i);
  in_pieces(places.size(), 1, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) places.unchecked(i) = moved[places.unchecked(i)];
  });
}

buffer<index_t> cells_of(const buffer<key_number>& rows, const buffer<key_number>& columns, index_t width) {
  if (rows.size() != columns.size()) throw_sizes_differ("crosstab", rows.size(), columns.size());
  const auto cells = unfilled_buffer<index_t>(rows.size());
  in_pieces(cells.size(), 1, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) cells.unchecked(i) = index_t{rows.unchecked(i)} * width + index_t{columns.unchecked(i)};
  });
  return cells;
}

tensor<index_t> counted_cells(const buffer<index_t>& cells, const shape& of) {
  const auto counts = make_buffer<index_t>(of.elements());
  for (const index_t cell : cells.span()) ++counts.unchecked(cell);
  return tensor<index_t>(dims::row_major(of), counts);
}

#define RAVEL_INSTANTIATE(K) template RAVEL_API table_side<K> side_by_keys(const node<K>&, group_order);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
