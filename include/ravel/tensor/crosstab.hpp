// SPDX-License-Identifier: BSL-1.0
// crosstab: a table with a row for each key of one reader and a column for each of another. A cell holds how many positions have these two
// keys, or what a reducer makes of the values there. The keys come as they are first seen, or sorted.
#pragma once

#include <ravel/op/group_reduce.hpp>
#include <ravel/tensor/tensor.hpp>

namespace ravel {

// What stands in cells without a value, in place of what the reducer gives of no elements.
template <class V>
struct empty_cells {
  V value;
};
template <class V>
empty_cells(V) -> empty_cells<V>;

template <class A, class B, class T>
struct cross_table {
  buffer<A> rows;
  buffer<B> columns;
  tensor<T> cells;
};

namespace detail {

template <class Option>
inline constexpr bool is_empty_cells = false;
template <class V>
inline constexpr bool is_empty_cells<empty_cells<V>> = true;

template <class Option>
concept crosstab_option = among<Option, group_order, nan_policy> || is_empty_cells<Option>;

// The keys along one side, and the place along it of each position.
template <class K>
struct table_side {
  buffer<K> keys;
  buffer<key_number> places;
};

template <bool Ordered, class R>
table_side<read_t<R>> side_of(const R& r, group_order order) {
  row_numbers<read_t<R>> rows(size_of(r));
  const auto numbers = number_rows(rows, r);
  auto keys = rows.take_keys();
  if constexpr (Ordered && ordered_value<read_t<R>>) {
    if (order == group_order::sorted) {
      const auto sorted = order_of_keys(keys);
      std::vector<key_number> place(static_cast<std::size_t>(keys.size()));
      for (index_t i = 0; i < sorted.size(); ++i) place[static_cast<std::size_t>(sorted.unchecked(i))] = static_cast<key_number>(i);
      for (key_number& n : numbers.span()) n = place[n];
      keys = in_this_order(keys, sorted);
    }
  }
  return {keys, numbers};
}

// What stands in a cell without a value.
template <class T, class Reducer, class Row>
struct of_no_elements;
template <class T, class Reducer, class... Ts>
struct of_no_elements<T, Reducer, row_of<Ts...>> {
  static T value(const Reducer& reducer) { return static_cast<T>(reducer.finish(begin_state<canonical_t<Ts>...>(reducer))); }
  template <class V, class... More>
  static T value(const Reducer&, const empty_cells<V>& given, const More&...) {
    return static_cast<T>(given.value);
  }
  template <class Option, class... More>
  static T value(const Reducer& reducer, const Option&, const More&... more) {
    return value(reducer, more...);
  }
};

template <class A, class B, class Values, class Reducer, class... Options>
auto table_of(const table_side<A>& rows, const table_side<B>& columns, const Values& values, const Reducer& reducer,
              const Options&... options) {
  const auto found = group_reduce(std::tie(rows.places, columns.places), values, reducer, option_or(nan_policy::keep, options...));
  using T = read_t<decltype(found.values)>;
  const auto& [row, column] = found.keys;
  const index_t width = columns.keys.size(), size = mul_index(rows.keys.size(), width);
  auto cells = make_buffer<T>(size);
  if (found.values.size() < size) std::ranges::fill(cells, of_no_elements<T, Reducer, row_t<Values>>::value(reducer, options...));
  for (index_t i = 0; i < row.size(); ++i) {
    cells.unchecked(index_t{row.unchecked(i)} * width + index_t{column.unchecked(i)}) = found.values.unchecked(i);
  }
  return cross_table<A, B, T>{rows.keys, columns.keys, tensor<T>(dims::row_major({rows.keys.size(), width}), cells)};
}

}  // namespace detail

// How often two keys meet.
template <detail::groupable Rows, detail::groupable Columns, detail::among<group_order>... Options>
auto crosstab(const Rows& rows, const Columns& columns, Options... options) {
  const group_order order = detail::option_or(group_order::first_seen, options...);
  constexpr bool ordered = sizeof...(Options) > 0;
  const auto side = detail::side_of<ordered>(rows, order);
  return detail::table_of(side, detail::side_of<ordered>(columns, order), side.places, reducer::count);
}

// What the reducer makes of the values where two keys meet.
template <detail::groupable Rows, detail::groupable Columns, detail::columns Values, detail::reduces_columns<Values> Reducer,
          detail::crosstab_option... Options>
auto crosstab(const Rows& rows, const Columns& columns, const Values& values, const Reducer& reducer, const Options&... options) {
  const group_order order = detail::option_or(group_order::first_seen, options...);
  constexpr bool ordered = (std::same_as<Options, group_order> || ...);
  return detail::table_of(detail::side_of<ordered>(rows, order), detail::side_of<ordered>(columns, order), values, reducer, options...);
}

template <class... Others>
void crosstab(detail::any_columns a, detail::any_columns b, Others... more) = delete;  // keys with ==, a reducer of the values

}  // namespace ravel
