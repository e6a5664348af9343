// SPDX-License-Identifier: BSL-1.0
// gather_groups: columns with the rows of each group side by side, in ascending order of position. group_apply: the results of a function
// over the rows of each group, as columns beside the keys. Keys and columns are one reader or a std::tuple of them. The results own fresh
// memory.
#pragma once

#include <ravel/op/keys/group_reduce.hpp>

namespace ravel {

// Group g has the key keys[g], and rows starts[g] to starts[g + 1] of each column.
template <class Keys, class Columns>
struct gathered_groups {
  Keys keys;
  buffer<index_t> starts;
  Columns columns;

  index_t size() const { return starts.size() - 1; }
  // The rows of a group: a view, or a tuple with one for each column.
  [[nodiscard]] auto rows(index_arg g) const {
    const index_t first = starts[g], count = starts[index_t{g} + 1] - first;
    if constexpr (detail::input<Columns>) {
      return slice(columns, first, count);
    } else {
      return std::apply([&](const auto&... column) { return std::tuple(slice(column, first, count)...); }, columns);
    }
  }
};

namespace detail {

// The begin of the rows of each group.
RAVEL_API buffer<index_t> starts_of_groups(const buffer<key_number>& numbers, index_t groups);

template <class T>
buffer<T> gathered_rows(const node<T>& values, const buffer<key_number>& numbers, const buffer<index_t>& starts) {
  const buffer<T> gathered = unfilled_buffer<T>(values.size());
  std::vector<index_t> next(starts.data(), starts.data() + starts.size());
  T* const out = gathered.data();
  index_t* const place = next.data();
  for (source_blocks<T> blocks(values); blocks.next();) {
    const auto [b, position, n] = blocks.at_hand();
    const key_number* const group = numbers.data() + position;
    for (index_t i = 0; i < n; ++i) out[place[group[i]]++] = b.data[i * b.step];
  }
  return gathered;
}

template <key_columns Keys, columns Values>
auto gather_columns(const char* operation, const Keys& keys, const Values& values) {
  check_rows_of_one_shape(operation, keys, values);
  const auto held = hold_columns(values);
  row_numbers_t<Keys> rows(rows_of(keys));
  const buffer<key_number> numbers = number_rows(rows, keys);
  const buffer<index_t> starts = starts_of_groups(numbers, rows.size());
  const auto gather = [&]<class R>(const R& column) {
    auto&& source = node_for_call(column);
    const node<read_t<R>>& of = source;
    if (of.size() != numbers.size()) throw_sizes_differ(operation, numbers.size(), of.size());
    return gathered_rows(of, numbers, starts);
  };
  auto gathered = with_columns(held, [&](const auto&... column) {
    if constexpr (input<Values>) {
      return (gather(column), ...);
    } else {
      return std::tuple(gather(column)...);
    }
  });
  auto found = rows.take_keys();
  return gathered_groups<decltype(found), decltype(gathered)>{std::move(found), starts, std::move(gathered)};
}

template <class F, class Row>
inline constexpr bool applies_to_row = false;
template <class F, class... Ts>
inline constexpr bool applies_to_row<F, row_of<Ts...>> = std::invocable<F&, const buffer<Ts>&...>;

}  // namespace detail

template <detail::key_columns Keys, detail::columns Values>
[[nodiscard]] auto gather_groups(const Keys& keys, const Values& values) {
  return detail::gather_columns("gather_groups", keys, values);
}

// Calls f(rows of a column, …) for each group, in the order in which the groups are first seen. Its results, if any, stand beside the keys.
template <detail::key_columns Keys, detail::columns Values, class F>
  requires detail::applies_to_row<F, detail::row_t<Values>>
[[nodiscard]] auto group_apply(const Keys& keys, const Values& values, F f) {
  const auto groups = detail::gather_columns("group_apply", keys, values);
  const auto of_group = [&](index_t g) -> decltype(auto) {
    const auto name = [&] { return detail::name_of_group_in(groups.keys, g); };
    return detail::at_place(name, [&]() -> decltype(auto) {
      if constexpr (detail::input<Values>) {
        return f(groups.rows(g));
      } else {
        return std::apply(f, groups.rows(g));
      }
    });
  };
  using result = std::remove_cvref_t<decltype(of_group(0))>;
  detail::watched_loop loop;
  if constexpr (std::is_void_v<result>) {
    for (index_t g = 0; g < groups.size(); ++g) {
      loop.at(groups.starts.unchecked(g), groups.starts.unchecked(groups.size()));
      of_group(g);
    }
  } else {
    detail::group_result<result> results(groups.size());
    for (index_t g = 0; g < groups.size(); ++g) {
      loop.at(groups.starts.unchecked(g), groups.starts.unchecked(groups.size()));
      results.add(of_group(g));
    }
    auto made = results.take();
    return group_results<decltype(groups.keys), std::remove_cvref_t<decltype(made)>>{groups.keys, std::move(made)};
  }
}

void gather_groups(detail::any_columns k, detail::any_columns v, detail::any_argument = {}) = delete;  // keys with ==, columns of one size
void group_apply(detail::any_columns k, detail::any_columns v,  // keys with ==, then f(a reader of each column)
                 detail::any_argument = {}, detail::any_argument = {}) = delete;

}  // namespace ravel
