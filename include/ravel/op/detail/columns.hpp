// SPDX-License-Identifier: BSL-1.0
// Columns: one reader, or a std::tuple of readers of one size whose rows are looked at together. std::tie(a, b) looks at readers that have
// names, std::tuple(a % 10, b) keeps handles. Their blocks come in step. Owns nothing.
#pragma once

#include <ravel/lazy/map.hpp>
#include <ravel/op/detail/key_table.hpp>

#include <tuple>

namespace ravel::detail {

template <class X>
inline constexpr bool is_column_tuple = false;
template <class First, class... More>
inline constexpr bool is_column_tuple<std::tuple<First, More...>> =
    (input<std::remove_cvref_t<First>> && ... && input<std::remove_cvref_t<More>>);

template <class X>
concept columns = input<X> || is_column_tuple<X>;

// The elements of a row.
template <class... Ts>
struct row_of {};

template <class X>
struct row_in {
  using type = row_of<read_t<X>>;
};
template <class... Rs>
struct row_in<std::tuple<Rs...>> {
  using type = row_of<read_t<Rs>...>;
};
template <columns X>
using row_t = typename row_in<X>::type;

template <class Row>
inline constexpr bool is_key_row = false;
template <class... Ts>
inline constexpr bool is_key_row<row_of<Ts...>> = (key<Ts> && ...);
template <class X>
concept key_columns = columns<X> && is_key_row<row_t<X>>;

// Any of these, by a conversion: as any_line, for the overload that is deleted.
struct any_columns {
  template <columns X>
  any_columns(const X& x);  // never defined
};

// f(column, …)
template <columns X, class F>
decltype(auto) with_columns(const X& x, F&& f) {
  if constexpr (input<X>) {
    return f(x);
  } else {
    return std::apply(f, x);
  }
}

template <columns X>
index_t rows_of(const X& x) {
  return with_columns(x, [](const auto& first, const auto&...) { return size_of(first); });
}

// f(position of the first row, how many rows, elements of each column…), block by block.
template <class... Ts>
struct blocks_of_columns {
  template <class F>
  static void each(F&& f, const node<Ts>&... sources) {
    const index_t sizes[] = {sources.size()...};
    for (const index_t size : sizes) {
      if (size != sizes[0]) throw_sizes_differ(sizes[0], size);
    }
    evaluation run(0, sizes[0], (consecutive_blocks<Ts>::need(sources) + ...), evaluation::blocks::whole, sources...);
    over(run, f, consecutive_blocks<Ts>(sources, run)...);
  }

 private:
  template <class F>
  static void over(evaluation& run, F& f, const consecutive_blocks<Ts>&... blocks) {
    while (run.next()) f(run.position(), run.size(), blocks.at_hand()...);
  }
};

template <columns X, class F>
void each_block_of(const X& x, F&& f) {
  with_columns(x, [&]<class... Rs>(const Rs&... columns) { blocks_of_columns<read_t<Rs>...>::each(f, peek(columns)...); });
}

}  // namespace ravel::detail
