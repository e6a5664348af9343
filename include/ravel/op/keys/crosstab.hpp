// SPDX-License-Identifier: BSL-1.0
// crosstab: a table with a row for each key of one reader and a column for each key of another. A cell holds the number of positions with
// these two keys, or the result of a reducer over the values there. Keys come as they are first seen, or sorted. categorize gives elements
// as codes of their keys. Eager, with fresh results.
#pragma once

#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/tensor/tensor.hpp>

namespace ravel {

// The result of crosstab: the keys of rows and columns, and a cell for each pair of them.
template <class A, class B, class T>
struct cross_table {
  buffer<A> rows;
  buffer<B> columns;
  tensor<T> cells;
};

namespace detail {

// The keys along one side, and the place of each position along it.
template <class K>
struct table_side {
  buffer<K> keys;
  buffer<key_number> places;
};

// Sets the places along a side after its keys were sorted.
RAVEL_API void follow(const buffer<index_t>& sorted, const buffer<key_number>& places);

template <class K>
table_side<K> side_by_keys(const node<K>& source, group_order order) {
  row_numbers<K> rows(source.size());
  const auto places = number_rows(rows, column_set<K>(source).all());
  auto keys = rows.take_keys();
  if constexpr (ordered_value<K>) {
    if (order == group_order::sorted) {
      const auto sorted = order_of_keys(keys);
      follow(sorted, places);
      keys = in_this_order(keys, sorted);
    }
  }
  return {keys, places};
}
#define RAVEL_DECLARE(T) extern template RAVEL_API table_side<T> side_by_keys(const node<T>&, group_order);
RAVEL_FOR_EACH_IN_SRC(RAVEL_DECLARE)
#undef RAVEL_DECLARE

template <class R>
table_side<read_t<R>> side_of(const R& r, group_order order) {
  return side_by_keys<read_t<R>>(node_for_call(r), order);
}

// The cell of each position, row after row of the table, and the number of positions in each cell.
RAVEL_API buffer<index_t> cells_of(const buffer<key_number>& rows, const buffer<key_number>& columns, index_t width);
RAVEL_API tensor<index_t> counted_cells(const buffer<index_t>& cells, const shape& of);

// The result of a reducer without elements.
template <class Reducer, class... Ts>
auto of_nothing(const Reducer& reducer, row_of<Ts...>) {
  return reducer.finish(begin_state<canonical_t<Ts>...>(reducer));
}

template <class A, class B>
std::string name_of_cell(const table_side<A>& rows, const table_side<B>& columns, index_t cell) {
  const index_t width = columns.keys.size();
  return "the cell of " + name_of_keys(rows.keys.unchecked(cell / width), columns.keys.unchecked(cell % width));
}
// The table of the results that some cells have. The others have the result of the reducer without elements.
template <class ValueRow, class A, class B, class T, class Reducer, class... Options>
cross_table<A, B, T> table_of_cells(const table_side<A>& rows, const table_side<B>& columns, const buffer<index_t>& at,
                                    const buffer<T>& values, const Reducer& reducer, const Options&... options) {
  const shape extents{rows.keys.size(), columns.keys.size()};
  const auto cells = make_buffer<T>(extents.elements());
  if (values.size() < cells.size()) {
    const auto told = told_value<T>(options...);
    const auto first_empty = [&] {
      std::vector<bool> has_some(static_cast<std::size_t>(cells.size()));
      for (const index_t cell : at) has_some[static_cast<std::size_t>(cell)] = true;
      return name_of_cell(rows, columns, std::ranges::find(has_some, false) - has_some.begin());
    };
    std::ranges::fill(cells, told ? *told : at_place(first_empty, [&] { return static_cast<T>(of_nothing(reducer, ValueRow{})); }));
  }
  for (index_t i = 0; i < at.size(); ++i) cells.unchecked(at.unchecked(i)) = values.unchecked(i);
  return {rows.keys, columns.keys, tensor<T>(dims::row_major(extents), cells)};
}

template <class A, class B, class Values, class Reducer, class... Options>
auto table_of(const table_side<A>& rows, const table_side<B>& columns, const Values& values, const Reducer& reducer,
              const Options&... options) {
  const buffer<index_t> at = cells_of(rows.places, columns.places, columns.keys.size());
  const auto called = [&](const buffer<index_t>& cells, index_t g) { return name_of_cell(rows, columns, cells.unchecked(g)); };
  constexpr group_plan plan{.policy = is_given<nan_policy, Options...>};
  const auto found = reduce_groups<plan>("crosstab", at, values, reducer, group_order::first_seen, option_or(nan_policy::keep, options...),
                                         called, options...);
  return table_of_cells<row_t<Values>>(rows, columns, found.keys, found.values, reducer, options...);
}

}  // namespace detail

// Counts how often two keys meet.
template <detail::groupable Rows, detail::groupable Columns, detail::among<group_order>... Options>
[[nodiscard]] auto crosstab(const Rows& rows, const Columns& columns, Options... options) {
  const group_order order = detail::option_or(group_order::first_seen, options...);
  detail::check_rows_of_one_shape("crosstab", rows, columns);
  const auto held = detail::borrowed_handle(columns);
  const auto down = detail::side_of(rows, order);
  const auto across = detail::side_of(held, order);
  const shape extents{down.keys.size(), across.keys.size()};
  return cross_table<detail::read_t<Rows>, detail::read_t<Columns>, index_t>{
      down.keys, across.keys, detail::counted_cells(detail::cells_of(down.places, across.places, extents[1]), extents)};
}

// Reduces the values where two keys meet.
template <detail::groupable Rows, detail::groupable Columns, detail::columns Values, detail::reduces_columns<Values> Reducer,
          detail::group_option... Options>
[[nodiscard]] auto crosstab(const Rows& rows, const Columns& columns, const Values& values, const Reducer& reducer,
                            const Options&... options) {
  const group_order order = detail::option_or(group_order::first_seen, options...);
  detail::check_rows_of_one_shape("crosstab", rows, columns, values);
  const auto columns_held = detail::borrowed_handle(columns);
  const auto held = detail::hold_columns(values);
  const auto down = detail::side_of(rows, order);
  return detail::table_of(down, detail::side_of(columns_held, order), held, reducer, options...);
}

void crosstab(...) = delete;  // keys with ==, a reducer of the values

// The result of categorize: levels[codes[i]] is element i. A code is the place of a value among the different values, the levels;
// select(levels, codes) gives the elements back. For known levels, use index_of(levels, x).
template <class T>
struct categories {
  buffer<index_t> codes;
  buffer<T> levels;
};

// The levels come as they are first seen, or with group_order::sorted in ascending order, NaN last.
template <detail::groupable R, std::same_as<group_order>... Options>
  requires(sizeof...(Options) == 0 || (sizeof...(Options) == 1 && detail::ordered_reader<R>))
[[nodiscard]] auto categorize(const R& r, Options... options) {
  using T = detail::read_t<R>;
  detail::row_numbers_t<R> known(detail::size_of(r));
  const auto numbers = detail::number_rows(known, r);
  const buffer<index_t> codes = detail::elements_of(map(detail::widened<index_t>{}, numbers));
  const buffer<T> levels = known.take_keys();
  if constexpr (sizeof...(Options) > 0) {
    if (detail::option_or(group_order::first_seen, options...) == group_order::sorted) {
      const auto order = argsort(levels);
      const auto places = detail::unfilled_buffer<index_t>(order.size());
      for (index_t i = 0; i < order.size(); ++i) places.unchecked(order.unchecked(i)) = i;
      for (index_t& code : codes) code = places.unchecked(code);
      return categories<T>{codes, detail::in_this_order(levels, order)};
    }
  }
  return categories<T>{codes, levels};
}

void categorize(...) = delete;  // of elements that have ==, with group_order::sorted where they have <

}  // namespace ravel
