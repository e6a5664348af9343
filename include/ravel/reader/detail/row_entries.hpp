// SPDX-License-Identifier: BSL-1.0
// The entries of a matrix row by row, for loops that need columns and no positions. A node that has them so in memory lends them; of all
// others the rows are found in the positions by going on from one to the next. Each loop is one evaluation on one thread.
#pragma once

#include <ravel/base/divider.hpp>
#include <ravel/reader/detail/entries.hpp>

namespace ravel::detail {

// As they lie. The columns were checked once, but may have been written since, so that whoever uses one looks at it again.
template <class T>
struct lent_rows {
  index_t width = 0;
  const index_t* starts = nullptr;  // of each row, and behind the last
  const std::int32_t* narrow = nullptr;
  const std::int64_t* wide = nullptr;  // where the columns are not narrow
  const T* values = nullptr;
};

// What a node over such a matrix is, besides a node.
template <class T>
class lends_rows {
 public:
  virtual lent_rows<T> rows() const = 0;

 protected:
  ~lends_rows() = default;
};

[[noreturn]] RAVEL_API void throw_changed_column(index_t row, index_t column);

// A row, or what one block has of it: while has(k), entry k stands in column(k).
template <class Index>
struct columns_in_row {
  index_t row;
  index_t width;
  const Index* columns;
  index_t count;

  bool has(index_t k) const { return k < count; }
  index_t column(index_t k) const {
    const index_t at = columns[k];
    if (static_cast<std::uint64_t>(at) >= static_cast<std::uint64_t>(width)) [[unlikely]]
      throw_changed_column(row, at);
    return at;
  }
};
// Behind it there are others: the first of them ends the row, or there is none of another row and the count ends it.
template <bool Ended>
struct positions_in_row {
  index_t first;  // of the row
  index_t end;    // of the row, or how many
  const index_t* positions;

  bool has(index_t k) const { return (Ended ? positions[k] : k) < end; }
  index_t column(index_t k) const { return positions[k] - first; }
};

// f(row, entries, values) for each row that has some, and again where another block has more of it, answers how many it has gone through:
// all, or 0 to stop. True when not stopped.
template <class T, class Index, class F>
bool each_lent_row(const lent_rows<T>& of, const Index* columns, index_t count, const F& f) {
  for (index_t row = 0; row < count; ++row) {
    const index_t start = of.starts[row], n = of.starts[row + 1] - start;
    if (n > 0 && f(row, columns_in_row<Index>{row, of.width, columns + start, n}, of.values + start) == 0) return false;
  }
  return true;
}
template <class T, class F>
bool each_listed_row(const node<T>& of, index_t width, const F& f) {
  const divider along(width);
  index_t row = 0, first = 0;
  return each_entry_block(of, [&](const entry_block<T>& b) {
    for (index_t i = 0, taken = 0; i < b.count; i += taken) {
      const index_t rows = along.divide(b.positions[i] - first);
      row += rows;
      first += rows * width;
      const index_t* const positions = b.positions + i;
      taken = b.positions[b.count - 1] >= first + width ? f(row, positions_in_row<true>{first, first + width, positions}, b.values + i)
                                                        : f(row, positions_in_row<false>{first, b.count - i, positions}, b.values + i);
      if (taken == 0) return false;
    }
    return true;
  });
}

}  // namespace ravel::detail
