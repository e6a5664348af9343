// SPDX-License-Identifier: BSL-1.0
// The node over the three arrays of a matrix stored row by row: it lists its entries straight from them. Owns the starts, and shares the
// columns and values, which were checked when it was made. A column that somebody changed since is an error or is not seen, never an access
// outside. Any thread may read.
#pragma once

#include <ravel/base/shape.hpp>
#include <ravel/reader/detail/sparse_rows.hpp>
#include <ravel/reader/foreign.hpp>
#include <ravel/sparse/detail/sparse_node.hpp>
#include <ravel/storage/buffer.hpp>

namespace ravel::detail {

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
