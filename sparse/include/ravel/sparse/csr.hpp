// SPDX-License-Identifier: BSL-1.0
// Converts matrices whose entries are stored by rows (CSR) or by columns (CSC), in both directions. Handles to memory in the right order
// are adopted: columns and values are not copied, and nobody may write them any more. Every index is checked before use.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/sparse/coo.hpp>
#include <ravel/sparse/detail/csr_node.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel {

// Row i has the entries from starts[i] to starts[i + 1], by rising column.
template <class T>
struct [[nodiscard]] csr_entries {
  ravel::shape shape;
  T fill;
  buffer<index_t> starts;  // number of rows + 1
  buffer<index_t> columns;
  buffer<T> values;
};
// Column i has the entries from starts[i] to starts[i + 1], by rising row.
template <class T>
struct [[nodiscard]] csc_entries {
  ravel::shape shape;
  T fill;
  buffer<index_t> starts;  // number of columns + 1
  buffer<index_t> rows;
  buffer<T> values;
};

namespace detail {

// A handle to consecutive elements: x itself, or a copy.
template <class X>
reader<read_t<X>> in_a_row_in_memory(const X& x) {
  if constexpr (handle<X> && !erasing<X>) {
    if (const auto memory = x.memory(); memory && (memory->step == 1 || x.size() < 2)) return x;
  }
  return elements_of(x);
}

// Keeps indices of 32 or 64 bits, and copies all others.
template <class X>
auto places_in_memory(const X& x) {
  if constexpr (std::same_as<read_t<X>, std::int32_t> || std::same_as<read_t<X>, index_t>) {
    return in_a_row_in_memory(x);
  } else {
    const listed_positions all = read_all_positions(x);
    return reader<index_t>(buffer_of(all.list.get(), all.count));
  }
}

template <class T, class Starts, class Places, class V>
tensor<const T> from_lines(const shape& extents, const line_words& words, const Starts& starts, const Places& places, const V& values,
                           const T& fill) {
  check_matrix(extents, words);
  const reader<T> elements = in_a_row_in_memory(values);
  const auto in_line = places_in_memory(places);
  using Index = typename decltype(in_line)::value_type;
  const listed_positions all_starts = read_all_positions(starts);
  auto first = buffer_of(all_starts.list.get(), all_starts.count);
  check_starts(extents, words, first.span(), in_line.size(), elements.size());
  const Index* const list = in_line.memory()->data;
  const T* const whole = elements.memory()->data;
  const bool rising = check_places(extents, words, first.data(), list);
  if (rising && !any_fill(whole, elements.size(), fill)) {
    return tensor<const T>(dims::row_major(extents), make_reader<csr_node<T, Index>>(extents, fill, first, in_line, elements));
  }
  const auto positions = positions_in_lines(extents, first.data(), list);
  if (!rising) check_place_twice(extents, words, positions.get(), in_line.size());
  auto entries = combined<T>({positions.get(), whole, in_line.size()}, fill, on_duplicates::refuse);
  return tensor_over(extents, sparse_buffer_of<T>(extents.elements(), fill, std::move(entries)));
}

// The entries of a matrix, row by row.
template <class T>
csr_entries<T> lines_of(const tensor<const T>& whole, const line_words& words) {
  check_matrix(whole.shape(), words);
  const auto entries = entries_collected(detail_access::node(whole));
  csr_entries<T> made{whole.shape(), *whole.fill(), make_buffer<index_t>(add_index(whole.extent(0), 1)),
                      unfilled_buffer<index_t>(entries.size()), buffer_of<T>(entries.values(), entries.size())};
  split_positions(whole.shape(), entries.positions(), entries.size(), made.starts.data(), made.columns.data());
  return made;
}

// The entries of a matrix, column by column, in order by a counting sort.
template <class T>
csc_entries<T> columns_of(const tensor<const T>& whole) {
  check_matrix(whole.shape(), by_columns);
  const auto entries = entries_collected(detail_access::node(whole));
  const index_t count = entries.size();
  const auto starts = make_buffer<index_t>(add_index(whole.extent(1), 1));
  const auto rows = unfilled_buffer<index_t>(count);
  const owned_elements<index_t> order(count);
  turn_positions(whole.shape(), entries.positions(), count, starts.data(), rows.data(), order.get());
  const auto values = unfilled_buffer<T>(count);
  in_pieces(count, 1, [&](index_t begin, index_t end) {
    gather(element_room_of<T>, {entries.values(), 1}, order.get() + begin, end - begin, values.data() + begin);
  });
  return {whole.shape(), *whole.fill(), starts, rows, values};
}

}  // namespace detail

// A sparse matrix from its rows: row i has the entries from starts[i] to starts[i + 1]. Indices are checked; an error names the entry.
template <detail::position_source Starts, detail::position_source Columns, detail::input V>
tensor<const detail::read_t<V>> from_csr(const shape& extents, const Starts& starts, const Columns& columns, const V& values,
                                         detail::value_for<detail::read_t<V>> fill = detail::read_t<V>()) {
  return detail::from_lines<detail::read_t<V>>(extents, detail::by_rows, starts, columns, values, fill);
}
// A sparse matrix from its columns: column i has the entries from starts[i] to starts[i + 1]. Indices are checked; an error names the
// entry.
template <detail::position_source Starts, detail::position_source Rows, detail::input V>
tensor<const detail::read_t<V>> from_csc(const shape& extents, const Starts& starts, const Rows& rows, const V& values,
                                         detail::value_for<detail::read_t<V>> fill = detail::read_t<V>()) {
  detail::check_matrix(extents, detail::by_columns);
  return transpose(detail::from_lines<detail::read_t<V>>({extents[1], extents[0]}, detail::by_columns, starts, rows, values, fill));
}

// The entries of a dense matrix are its nonzeros.
template <detail::shaped_reader X>
csr_entries<detail::read_t<X>> to_csr(const X& x) {
  return detail::lines_of<detail::read_t<X>>(detail::as_sparse_tensor(x), detail::by_rows);
}
template <detail::shaped_reader X>
csc_entries<detail::read_t<X>> to_csc(const X& x) {
  return detail::columns_of<detail::read_t<X>>(detail::as_sparse_tensor(x));
}

}  // namespace ravel
