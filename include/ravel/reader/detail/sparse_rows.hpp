// SPDX-License-Identifier: BSL-1.0
// The rows of a sparse matrix: walked one after the other, as a node lends them from memory or as they are found in its positions, or
// collected and looked up. Products, and what else needs rows and columns, find them here. Each loop is one evaluation on one thread; what
// is collected belongs to one product.
#pragma once

#include <ravel/base/divider.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/reader/detail/entries.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

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

// A node over such a matrix derives from it, too.
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
  const auto along = [&]<class Index>(const Index* columns) {
    watched_steps steps;
    for (index_t row = begin; row < end; ++row) {
      const index_t start = of.starts[row], n = of.starts[row + 1] - start;
      steps.at(row - begin, end - begin, n);
      if (n > 0 && f(row, columns_in_row<Index>{row, of.width, columns + start, n}, of.values + start) == 0) return false;
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

// f(place in the list, row, column) for each of some rising positions.
template <class F>
void each_in_matrix(index_t width, const index_t* positions, index_t count, const F& f) {
  index_t row = 0, first = 0, end = 0;
  for (index_t i = 0; i < count; ++i) {
    if (positions[i] >= end) {
      row = positions[i] / width;
      first = row * width;
      end = first + width;
    }
    f(i, row, positions[i] - first);
  }
}

// Cuts the range of the positions into slots of one size, about as many as an eighth of the entries.
class RAVEL_API position_directory {
 public:
  static constexpr index_t least = 64;  // so many are searched as fast without one

  position_directory(const index_t* positions, index_t n);

  // The place of the first that does not stand before this position.
  index_t find(const index_t* positions, index_t position) const {
    if (position <= low_) return 0;
    if (position > high_) return starts_.back();
    const auto slot = static_cast<std::size_t>((position - low_) >> shift_);
    index_t first = starts_[slot];
    for (index_t n = starts_[slot + 1] - first; n > 0;) {
      const index_t half = n / 2;
      const bool behind = positions[first + half] < position;
      first += behind ? half + 1 : 0;
      n = behind ? n - half - 1 : half;
    }
    return first;
  }

 private:
  index_t low_;
  index_t high_;
  int shift_ = 0;
  std::vector<index_t> starts_;  // of each slot, and behind the last
};

// Whether columns are listed, for loops that read them often.
enum class listed_columns { no, yes };

// The rows of a matrix, or of a stack of them, that have entries. Looks at positions that are somebody else's.
class RAVEL_API found_rows {
 public:
  found_rows(const shape& extents, const index_t* positions, index_t count, listed_columns listed);

  index_t height() const { return height_; }
  index_t width() const { return width_; }
  index_t entries() const { return starts_.back(); }
  index_t size() const { return static_cast<index_t>(rows_.size()); }
  index_t row(index_t i) const { return rows_[static_cast<std::size_t>(i)]; }
  index_t start(index_t i) const { return starts_[static_cast<std::size_t>(i)]; }
  index_t length(index_t i) const { return start(i + 1) - start(i); }
  index_t column(index_t i, index_t entry) const { return positions_[entry] - row(i) * width_; }
  const index_t* columns(index_t i) const { return columns_.get() + start(i); }  // where they are listed

  void be_found();  // from now on, by `find`
  // The place of a row among those with entries; -1: it has none.
  index_t find(index_t row) const {
    if (directory_) {
      const index_t i = directory_->find(rows_.data(), row);
      return i < size() && this->row(i) == row ? i : -1;
    }
    return places_.empty() ? -1 : places_[static_cast<std::size_t>(row)];
  }

 private:
  index_t height_;
  index_t width_;
  const index_t* positions_;
  std::vector<index_t> rows_;
  std::vector<index_t> starts_;  // and the number of entries
  owned_elements<index_t> columns_;
  std::vector<index_t> places_;  // of all rows, where they are not many more than the entries
  std::optional<position_directory> directory_;
};

// The same with the entries, which it keeps.
template <class T>
class sparse_rows final : public found_rows {
 public:
  sparse_rows(const node<T>& of, const shape& extents, entry_pass& pass, listed_columns listed = listed_columns::no)
      : sparse_rows(all_entries(of, pass), extents, listed) {}

  entry_block<T> all() const { return entries_.all(); }
  const T* values() const { return all().values; }
  entry_block<T> row_entries(index_t i) const { return all().from(start(i)).first(length(i)); }

 private:
  sparse_rows(collected_entries<T> entries, const shape& extents, listed_columns listed)
      : found_rows(extents, entries.all().positions, entries.all().count, listed), entries_(std::move(entries)) {}

  collected_entries<T> entries_;
};

}  // namespace ravel::detail
