// SPDX-License-Identifier: BSL-1.0
// The rows of each group side by side, and a function of the values of each group. The calling thread calls it once for each group, in the
// order in which the groups are first seen, with the values in ascending order of position. Values that do not lie in memory are read once.
#pragma once

#include <ravel/exec/progress.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/keys/detail/row_numbers.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/storage/adopt.hpp>

namespace ravel::detail {

// The positions of the rows, group after group, and the begin of each group.
struct grouped_rows {
  buffer<index_t> positions;
  buffer<index_t> starts;

  index_t groups() const { return starts.size() - 1; }
  index_t start(index_t g) const { return starts.unchecked(g); }
  index_t count(index_t g) const { return starts.unchecked(g + 1) - starts.unchecked(g); }
};

RAVEL_API grouped_rows group_rows(row_numbering& rows, any_columns_of_rows keys, index_t values);
template <key_columns Keys>
grouped_rows group_rows(row_numbers_t<Keys>& rows, const Keys& keys, index_t values) {
  return with_any_columns(keys, [&](any_columns_of_rows given) { return group_rows(rows, given, values); });
}
template <class K>
grouped_rows group_rows_in_src(const node<K>& keys, index_t values);  // defined in src/
template <key_columns Keys>
grouped_rows group_rows(const Keys& keys, index_t values) {
  if constexpr (keys_in_src<Keys>) {
    return group_rows_in_src<read_t<Keys>>(node_for_call(keys), values);
  } else {
    row_numbers_t<Keys> rows(rows_of(keys));
    return group_rows(rows, keys, values);
  }
}

// The rows of each group on the right, and the group of each row on the left.
struct met_groups {
  grouped_rows rows;
  buffer<key_number> groups;
};
template <class K>
met_groups meet_groups_in_src(const node<K>& left, const node<K>& right, index_t values);  // defined in src/
template <key_columns Left, key_columns Right>
met_groups meet_groups(const Left& left, const Right& right, index_t values) {
  if constexpr (keys_in_src<Left> && keys_in_src<Right>) {
    return meet_groups_in_src<read_t<Right>>(node_for_call(left), node_for_call(right), values);
  } else {
    row_numbers_t<Right> known(rows_of(right));
    const auto rows = group_rows(known, right, values);
    return {rows, with_any_columns(left, [&](any_columns_of_rows given) { return find_rows(known, given, false); })};
  }
}

template <class T>
reader<T> gathered_in_src(const node<T>& values, const buffer<index_t>& positions);  // defined in src/

// The values, group after group.
template <class T>
reader<T> gathered(const node<T>& values, const buffer<index_t>& positions) {
  if constexpr (in_src<T>) {
    return gathered_in_src(values, positions);
  } else {
    return values_at<T>(elements_at_hand<T>(values), positions);
  }
}

// The values that are not NaN, and the begin of each group among them.
template <class T>
struct numbers_of_groups {
  reader<T> values;
  buffer<index_t> starts;
};
template <class T>
numbers_of_groups<T> without_nan(const reader<T>& values, const buffer<index_t>& starts) {
  std::vector<T> kept;
  const auto begins = make_buffer<index_t>(starts.size());
  index_t group = 0, place = 0;
  each_element(values, [&](const T& value) {
    for (; group < starts.size() && starts.unchecked(group) <= place; ++group) begins.unchecked(group) = std::ssize(kept);
    if (!is_nan{}(value)) kept.push_back(value);
    ++place;
  });
  for (; group < starts.size(); ++group) begins.unchecked(group) = std::ssize(kept);
  return {adopt(std::move(kept)), begins};
}

// Calls f(g, the values of group g) for each group.
template <class T, class F>
void each_group_of(const reader<T>& in_order, const buffer<index_t>& starts, F f) {
  watched_loop loop;
  for (index_t g = 0; g + 1 < starts.size(); ++g) {
    const index_t start = starts.unchecked(g), end = starts.unchecked(g + 1);
    loop.at(start, in_order.size());
    f(g, reader<T>(slice(in_order, start, end - start)));
  }
}
template <class Values, class F>
void each_group(const grouped_rows& rows, const Values& values, F f) {
  using T = read_t<Values>;
  auto&& source = node_for_call(values);
  const node<T>& elements = source;
  each_group_of(gathered(elements, rows.positions), rows.starts, f);
}
template <class Values, class F>
void each_group(const char* operation, nan_policy policy, const grouped_rows& rows, const Values& values, F f) {
  using T = read_t<Values>;
  auto&& source = node_for_call(values);
  const node<T>& elements = source;
  if constexpr (may_be_nan<T>) {
    if (policy == nan_policy::refuse) refuse_nan_in_any(operation, elements);
    if (policy == nan_policy::skip) {
      const auto left = without_nan(gathered(elements, rows.positions), rows.starts);
      return each_group_of(left.values, left.starts, f);
    }
  }
  each_group_of(gathered(elements, rows.positions), rows.starts, f);
}

template <class F, class Values>
using group_result_t = std::remove_cvref_t<std::invoke_result_t<F&, const reader<read_t<Values>>&>>;

}  // namespace ravel::detail
