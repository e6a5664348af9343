// SPDX-License-Identifier: BSL-1.0
// The rows of each group, and their values in this order.
#include <ravel/base/error.hpp>
#include <ravel/op/keys/arggroup.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include "op/keys/rows_by_number.hpp"

namespace ravel::detail {

namespace {

class numbering_taker final : public row_taker {
 public:
  numbering_taker(row_numbering& rows, index_t size) : rows_(rows), numbers_(size) {}
  void take(index_t, index_t n, const void* const* blocks) override {
    room_.resize(static_cast<std::size_t>(n));
    rows_.number(n, room_.data(), blocks);
    numbers_.add(room_, rows_.size());
  }
  grouped_rows grouped() const { return {numbers_.positions(), numbers_.starts()}; }

 private:
  row_numbering& rows_;
  key_numbers numbers_;
  std::vector<key_number> room_;
};

}  // namespace

grouped_rows group_rows(row_numbering& rows, any_columns_of_rows keys, index_t values) {
  const index_t size = keys[0]->size();
  if (size != values) throw_sizes_differ(size, values);
  if (current_executor) {
    const buffer<key_number> numbers = number_rows(rows, keys);
    return rows_by_number(numbers.span(), rows.size());
  }
  numbering_taker taker(rows, size);
  each_block_of_rows(keys, taker);
  return taker.grouped();
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

}  // namespace ravel::detail
