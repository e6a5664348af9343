// SPDX-License-Identifier: BSL-1.0
// Converts matrices whose entries are stored by rows (CSR) or by columns (CSC), in both directions. Handles to memory in the right order
// are adopted: columns and values are not copied, and nobody may write them any more. Every index is checked before use.
#pragma once

#include <ravel/base/shape.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/reader/detail/sparse_rows.hpp>
#include <ravel/reader/foreign.hpp>
#include <ravel/sparse/coo.hpp>
#include <ravel/sparse/detail/sparse_node.hpp>
#include <ravel/storage/buffer.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel::detail {

// The node over the three arrays of a matrix stored row by row: it lists its entries straight from them. Owns the starts, and shares the
// columns and values, which were checked when it was made. A column that somebody changed since is an error or is not seen, never an access
// outside. Any thread may read.

// The names of the axes of a matrix stored line by line, for messages.
struct line_words {
  const char* line;
  const char* place;
};
inline constexpr line_words by_rows{"row", "column"}, by_columns{"column", "row"};

RAVEL_API void check_matrix(const shape& extents, const line_words& words);
RAVEL_API void check_starts(const shape& extents, const line_words& words, std::span<const index_t> starts, index_t places, index_t values);
// Checks that all places are inside. True if they rise in each line.
RAVEL_API bool check_places(const shape& extents, const line_words& words, const index_t* starts, const std::int32_t* places);
RAVEL_API bool check_places(const shape& extents, const line_words& words, const index_t* starts, const std::int64_t* places);
RAVEL_API std::unique_ptr<index_t[]> positions_in_lines(const shape& extents, const index_t* starts, const std::int32_t* places);
RAVEL_API std::unique_ptr<index_t[]> positions_in_lines(const shape& extents, const index_t* starts, const std::int64_t* places);
RAVEL_API void check_place_twice(const shape& extents, const line_words& words, const index_t* positions, index_t count);
// Converts rising positions to starts, which are zero before, and places.
RAVEL_API void split_positions(const shape& extents, const index_t* positions, index_t count, index_t* starts, index_t* places);
// The same by columns: starts of the columns, rows, and the place of each entry among the positions.
RAVEL_API void turn_positions(const shape& extents, const index_t* positions, index_t count, index_t* starts, index_t* rows,
                              index_t* order);

// The arrays, as long as the node lives.
template <class T, class Index>
struct csr_arrays {
  index_t rows;
  index_t width;
  const index_t* starts;
  const Index* columns;
  const T* values;

  index_t row_of(index_t entry) const { return std::upper_bound(starts, starts + rows, entry) - starts - 1; }
  // The first entry that does not stand before a position.
  index_t find(index_t position) const {
    if (width == 0 || position >= rows * width) return starts[rows];
    const index_t row = position / width, column = position % width;
    return std::lower_bound(columns + starts[row], columns + starts[row + 1], column) - columns;
  }
};

template <class T, class Index>
class csr_stream final : public entry_stream {
 public:
  explicit csr_stream(const csr_arrays<T, Index>& of) : of_(of) {}

  raw_entry_block next() override {
    const index_t first = at_, n = std::min(entry_block_length, of_.starts[of_.rows] - at_);
    while (at_ < first + n) {
      while (of_.starts[row_ + 1] <= at_) ++row_;
      const index_t end = std::min(of_.starts[row_ + 1], first + n);
      for (index_t k = at_; k < end; ++k) positions_[k - first] = position(k);
      at_ = end;
    }
    return {positions_, of_.values + first, n};
  }
  void seek(index_t position) override {
    at_ = std::max(at_, of_.find(position));
    if (at_ < of_.starts[of_.rows]) row_ = of_.row_of(at_);
  }

 private:
  // The positions rise, even if somebody changed a column.
  index_t position(index_t entry) {
    const index_t column = of_.columns[entry], position = row_ * of_.width + column;
    if (column < 0 || column >= of_.width || position <= last_) throw_changed_column(row_, column);
    return last_ = position;
  }

  csr_arrays<T, Index> of_;
  index_t at_ = 0;
  index_t row_ = 0;
  index_t last_ = -1;
  index_t positions_[entry_block_length];
};

template <class T, class Index>
class csr_node final : public node<T>, public lends_rows<T>, public counts_entries {
 public:
  static constexpr bool keeps_handles = may_hold_handles<T>;

  csr_node(const shape& extents, const T& fill, const buffer<index_t>& starts, const reader<Index>& columns, const reader<T>& values)
      : node<T>({.size = extents.elements()}),
        fill_(fill),
        starts_(starts),
        columns_(columns),
        values_(values),
        arrays_{extents[0], extents[1], starts_.data(), columns_.memory()->data, values_.memory()->data} {
    this->declare_fill(std::addressof(fill_));
  }

  T at(index_t i) const override {
    const index_t entry = arrays_.find(i), row = i / arrays_.width;
    const bool stored = entry < arrays_.starts[row + 1] && arrays_.columns[entry] == i % arrays_.width;
    return stored ? arrays_.values[entry] : fill_;
  }
  overlap meets(const target_memory& target) const override {
    return rearranged(worst(detail_access::node(columns_).meets(target), detail_access::node(values_).meets(target)));
  }
  owned_stream entries(entry_pass&) const override { return std::make_unique<csr_stream<T, Index>>(arrays_); }
  index_t guess_stored() const override { return stored(); }
  index_t stored() const override { return values_.size(); }
  lent_rows<T> rows() const override {
    lent_rows<T> lent{.width = arrays_.width, .starts = arrays_.starts, .values = arrays_.values};
    if constexpr (std::same_as<Index, std::int32_t>) {
      lent.narrow = arrays_.columns;
    } else {
      lent.wide = arrays_.columns;
    }
    return lent;
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    std::fill_n(out, n, fill_);
    const index_t end = arrays_.find(start + n);
    index_t entry = arrays_.find(start);
    for (index_t row = start / arrays_.width; entry < end; ++row) {
      const index_t from = row * arrays_.width - start, row_end = std::min(end, arrays_.starts[row + 1]);
      for (; entry < row_end; ++entry) {
        const index_t place = from + arrays_.columns[entry];
        if (place >= 0 && place < n) out[place] = arrays_.values[entry];
      }
    }
    return {out, 1};
  }

 private:
  T fill_;
  buffer<index_t> starts_;
  reader<Index> columns_;
  reader<T> values_;
  csr_arrays<T, Index> arrays_;
};

}  // namespace ravel::detail

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
