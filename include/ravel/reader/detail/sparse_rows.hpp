// SPDX-License-Identifier: BSL-1.0
// The entries of a matrix row by row, for loops that need columns and no positions. A node that has them so in memory lends them; of all
// others the rows are found in the positions by going on from one to the next. Each loop is one evaluation on one thread.
#pragma once

#include <ravel/base/divider.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/reader/detail/entries.hpp>

#include <cstddef>
#include <cstdint>

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

// A row, or what one block has of it: entry k stands in column(k), where it has that many entries.
template <class Index>
struct columns_in_row {
  index_t row;
  index_t width;
  const Index* places;
  index_t count;

  bool has(index_t entries) const { return entries <= count; }
  index_t column(index_t k) const {
    const index_t at = places[k];
    if (static_cast<std::uint64_t>(at) >= static_cast<std::uint64_t>(width)) [[unlikely]]
      throw_changed_column(row, at);
    return at;
  }
};
struct positions_in_row {
  index_t first;  // of the row
  index_t end;
  const index_t* places;
  index_t count;  // of it and of others behind it

  bool has(index_t entries) const { return entries <= count && places[entries - 1] < end; }
  index_t column(index_t k) const { return places[k] - first; }
};

// Memory that will be read soon, if it goes on so far: a processor that sees what is read fetches what comes next, but not beyond a page.
template <class T>
void fetch_ahead(const T* from) {
  constexpr std::size_t ahead = 256 * sizeof(T);
  __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(from) + ahead));
}

// f(k, column) for each entry; gives how many there are.
template <class Row, class T, class F>
[[gnu::always_inline]] inline index_t each_in_row(const Row& row, const T* values, F f) {
  constexpr index_t some = 8;
  index_t k = 0;
  for (; row.has(k + some); k += some) {
    fetch_ahead(row.places + k);
    fetch_ahead(values + k);
    for (index_t i = k; i < k + some; ++i) f(i, row.column(i));
  }
  for (; row.has(k + 1); ++k) f(k, row.column(k));
  return k;
}

// f(row, entries, values) for each row that has some, and again where another block has more of it, answers how many it has gone through:
// all, or 0 to stop. True when not stopped.
template <class T, class F>
bool each_lent_row(const lent_rows<T>& of, index_t begin, index_t end, const F& f) {
  const auto along = [&](const auto* columns) {
    watched_steps steps;
    for (index_t row = begin; row < end; ++row) {
      const index_t start = of.starts[row], n = of.starts[row + 1] - start;
      steps.at(row - begin, end - begin, n);
      if (n > 0 && f(row, columns_in_row{row, of.width, columns + start, n}, of.values + start) == 0) return false;
    }
    return true;
  };
  return of.narrow ? along(of.narrow) : along(of.wide);
}
template <class T, class F>
bool each_listed_row(const node<T>& of, index_t width, const F& f) {
  const divider along(width);
  index_t row = 0, first = 0;
  for (entry_blocks<T> blocks(of); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    for (index_t i = 0, taken = 0; i < b.count; i += taken) {
      const index_t rows = along.divide(b.positions[i] - first);
      row += rows;
      first += rows * width;
      taken = f(row, positions_in_row{first, first + width, b.positions + i, b.count - i}, b.values + i);
      if (taken == 0) return false;
    }
  }
  return true;
}

}  // namespace ravel::detail
