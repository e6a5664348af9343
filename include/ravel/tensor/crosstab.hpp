// SPDX-License-Identifier: BSL-1.0
// crosstab: a table with a row for each key of one reader and a column for each of another. A cell holds how many positions have these two
// keys, or what a reducer makes of the values there. The keys come as they are first seen, or sorted.
#pragma once

#include <ravel/lazy/select.hpp>
#include <ravel/op/argfilter.hpp>
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

// The places along a side whose keys are put in order.
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
template <class K>
table_side<K> side_in_src(const node<K>& source, group_order order);  // defined in src/

template <class R>
table_side<read_t<R>> side_of(const R& r, group_order order) {
  using K = read_t<R>;
  if constexpr (in_src<K>) {
    return side_in_src<K>(peek(r), order);
  } else {
    return side_by_keys<K>(peek(r), order);
  }
}

// Where in the table, row after row, each position belongs; how many belong to each cell.
RAVEL_API buffer<index_t> cells_of(const buffer<key_number>& rows, const buffer<key_number>& columns, index_t width);
RAVEL_API tensor<index_t> counted_cells(const buffer<index_t>& cells, const shape& of);

// What stands in a cell without a value.
template <class T, class Reducer, class Row>
struct of_no_elements;
template <class T, class Reducer, class... Ts>
struct of_no_elements<T, Reducer, row_of<Ts...>> {
  static T value(const Reducer& reducer) { return static_cast<T>(reducer.finish(begin_state<canonical_t<Ts>...>(reducer))); }
  template <class V, class... More>
  static T value(const Reducer&, const empty_cells<V>& given, const More&...) {
    constexpr bool can_be = put_in_place_of<V, T>;
    static_assert(can_be, "empty_cells{v} wants a value of the type of the cells: empty_cells{2}, not 2.5, of sums of integers");
    if constexpr (can_be) {
      const value_for<T> fits = given.value;
      return static_cast<const T&>(fits);
    } else {
      return T();
    }
  }
  template <class Option, class... More>
  static T value(const Reducer& reducer, const Option&, const More&... more) {
    return value(reducer, more...);
  }
};

template <class Keys, class Values, class Reducer, class... Policy>
auto reduce_cells(const Keys& keys, const Values& values, const Reducer& reducer, Policy... policy) {
  constexpr group_plan plan{.policy = sizeof...(Policy) > 0};
  return reduce_groups<plan>("crosstab", keys, values, reducer, group_order::first_seen, option_or(nan_policy::keep, policy...));
}

// Of the rows that have NaN in no column.
template <class Values, class Reducer>
auto reduce_numbers(const buffer<index_t>& keys, const Values& values, const Reducer& reducer) {
  return with_columns(values, [&](const auto&... column) {
    const auto is_number = [](const auto&... of_row) { return !(is_nan{}(of_row) || ...); };
    const selection numbers = argfilter(map(is_number, look_in_row(column)...));
    return reduce_cells(ravel::select(keys, numbers), std::tuple{ravel::select(look_in_row(column), numbers)...}, reducer);
  });
}

template <class A, class B, class Values, class Reducer, class... Options>
auto table_of(const table_side<A>& rows, const table_side<B>& columns, const Values& values, const Reducer& reducer,
              const Options&... options) {
  const shape extents{rows.keys.size(), columns.keys.size()};
  const buffer<index_t> at = cells_of(rows.places, columns.places, extents[1]);
  constexpr bool told = (is_empty_cells<Options> || ...);
  const auto found = [&] {
    if constexpr (is_given<nan_policy, Options...>) {
      const nan_policy policy = option_or(nan_policy::keep, options...);
      if constexpr (told) {  // also of a cell that has nothing left
        if (policy == nan_policy::skip) return reduce_numbers(at, values, reducer);
      }
      return reduce_cells(at, values, reducer, policy);
    } else {
      return reduce_cells(at, values, reducer);
    }
  }();
  using T = read_t<decltype(found.values)>;
  const auto cells = make_buffer<T>(extents.elements());
  if (told || found.values.size() < cells.size())
    std::ranges::fill(cells, of_no_elements<T, Reducer, row_t<Values>>::value(reducer, options...));
  for (index_t i = 0; i < found.keys.size(); ++i) cells.unchecked(found.keys.unchecked(i)) = found.values.unchecked(i);
  return cross_table<A, B, T>{rows.keys, columns.keys, tensor<T>(dims::row_major(extents), cells)};
}

}  // namespace detail

// How often two keys meet.
template <detail::groupable Rows, detail::groupable Columns, detail::among<group_order>... Options>
[[nodiscard]] auto crosstab(const Rows& rows, const Columns& columns, Options... options) {
  const group_order order = detail::option_or(group_order::first_seen, options...);
  const auto held = detail::look_at(columns);
  const auto down = detail::side_of(rows, order);
  const auto across = detail::side_of(held, order);
  const shape extents{down.keys.size(), across.keys.size()};
  return cross_table<detail::read_t<Rows>, detail::read_t<Columns>, index_t>{
      down.keys, across.keys, detail::counted_cells(detail::cells_of(down.places, across.places, extents[1]), extents)};
}

// What the reducer makes of the values where two keys meet.
template <detail::groupable Rows, detail::groupable Columns, detail::columns Values, detail::reduces_columns<Values> Reducer,
          detail::crosstab_option... Options>
[[nodiscard]] auto crosstab(const Rows& rows, const Columns& columns, const Values& values, const Reducer& reducer,
                            const Options&... options) {
  const group_order order = detail::option_or(group_order::first_seen, options...);
  const auto columns_held = detail::look_at(columns);
  const auto held = detail::hold_columns(values);
  const auto down = detail::side_of(rows, order);
  return detail::table_of(down, detail::side_of(columns_held, order), held, reducer, options...);
}

template <class... Others>
void crosstab(detail::any_columns a, detail::any_columns b, Others... more) = delete;  // keys with ==, a reducer of the values

}  // namespace ravel
