// SPDX-License-Identifier: BSL-1.0
// The rows of each group, and their values in this order. Also the begin of each group, for rows that lie side by side.
#include <ravel/base/error.hpp>
#include <ravel/op/keys/arggroup.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/op/keys/group_transform.hpp>
#include "op/keys/numbers_apart.hpp"
#include "op/keys/rows_by_number.hpp"

namespace ravel::detail {

grouped_rows group_rows(row_numbering& rows, any_columns_of_rows keys, index_t values) {
  const index_t size = keys[0]->size();
  if (size != values) throw_sizes_differ(size, values);
  if (current_executor) {
    const buffer<key_number> numbers = number_rows(rows, keys);
    return rows_by_number(numbers.span(), rows.size());
  }
  key_numbers numbers(size);
  const auto number = [&](index_t, index_t n, const void* const* blocks) {
    const key_number* const next = rows.next_numbers(n, blocks);
    numbers.add({next, static_cast<std::size_t>(n)}, rows.size());
  };
  blocks_of_rows taker(number);
  each_block_of_rows(keys, taker);
  return {numbers.positions(), numbers.starts()};
}

template <class K>
grouped_rows group_rows_in_src(const node<K>& keys, index_t values) {
  row_numbers<K> rows(keys.size());
  return group_rows(rows, column_set<K>(keys).all(), values);
}
template <class K>
met_groups meet_groups_in_src(const node<K>& left, const node<K>& right, index_t values) {
  row_numbers<K> known(right.size());
  const grouped_rows rows = group_rows(known, column_set<K>(right).all(), values);
  return {rows, find_rows(known, column_set<K>(left).all(), false)};
}
template <class K>
buffer<key_number> numbers_in_src(const node<K>& keys) {
  row_numbers<K> rows(keys.size());
  return number_rows(rows, column_set<K>(keys).all());
}
#define RAVEL_INSTANTIATE(T)                                                                 \
  template RAVEL_API grouped_rows group_rows_in_src(const node<T>&, index_t);                \
  template RAVEL_API met_groups meet_groups_in_src(const node<T>&, const node<T>&, index_t); \
  template RAVEL_API buffer<key_number> numbers_in_src(const node<T>&);                      \
  template RAVEL_API reader<T> gathered(const node<T>&, const buffer<index_t>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

buffer<index_t> starts_of_groups(const buffer<key_number>& numbers, index_t groups) {
  const auto starts = make_buffer<index_t>(groups + 1, 0);
  index_t* const after = starts.data() + 1;
  const key_number* const group = numbers.data();
  for (index_t i = 0; i < numbers.size(); ++i) ++after[group[i]];
  for (index_t g = 0; g < groups; ++g) after[g] += after[g - 1];
  return starts;
}

}  // namespace ravel::detail
