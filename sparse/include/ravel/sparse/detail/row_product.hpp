// SPDX-License-Identifier: BSL-1.0
// Products of sparse matrices row by row (Gustavson): a row of the product is the sum of rows of the right matrix, gathered in an
// accumulator that gives them back by rising column. All of it belongs to one product on one thread.
#pragma once

#include <ravel/sparse/detail/entry_store.hpp>

#include <bit>
#include <optional>
#include <vector>

namespace ravel::detail {

// The rows of a matrix that have entries, and the columns of these.
class RAVEL_API matrix_rows {
 public:
  matrix_rows(index_t rows, index_t width, const index_t* positions, index_t count);

  index_t size() const { return static_cast<index_t>(rows_.size()); }
  index_t row(index_t i) const { return rows_[static_cast<std::size_t>(i)]; }
  index_t start(index_t i) const { return starts_[static_cast<std::size_t>(i)]; }
  index_t column(index_t entry) const { return columns_[static_cast<std::size_t>(entry)]; }

  void be_found(index_t rows);  // from now on
  // The place of a row among those with entries; -1: it has none.
  index_t find(index_t row) const {
    if (directory_) {
      const index_t i = directory_->find(rows_.data(), row);
      return i < size() && this->row(i) == row ? i : -1;
    }
    return places_.empty() ? -1 : places_[static_cast<std::size_t>(row)];
  }

 private:
  std::vector<index_t> rows_;
  std::vector<index_t> starts_;  // and the number of entries
  std::vector<index_t> columns_;
  std::vector<index_t> places_;  // of all rows, where they are not many more than the entries
  std::optional<position_directory> directory_;
};

// How many products of entries there are, as far as an index goes.
RAVEL_API index_t count_products(const matrix_rows& a, const matrix_rows& b);

// A row as wide as the product: the columns that have a sum are marked in bits, and words with marks in bits again.
template <class T>
class wide_row {
 public:
  static constexpr index_t widest = index_t{1} << 16;  // still in the second-level cache

  explicit wide_row(index_t width)
      : sums_(std::make_unique<T[]>(static_cast<std::size_t>(width))),
        marks_(static_cast<std::size_t>(width / 64 + 1)),
        marked_words_(static_cast<std::size_t>(width / 4096 + 1)) {}

  void expect(index_t) {}
  template <class Plus>
  void add(index_t column, const T& term, const Plus& plus) {
    const auto at = static_cast<std::size_t>(column);
    std::uint64_t& marks = marks_[at / 64];
    const std::uint64_t bit = std::uint64_t{1} << (at % 64);
    if (marks & bit) {
      sums_[at] = plus(sums_[at], term);
      return;
    }
    sums_[at] = term;
    marks |= bit;
    marked_words_[at / 4096] |= std::uint64_t{1} << (at / 64 % 64);
  }
  // f(column, sum), by rising column; nothing is left.
  template <class F>
  void drain(const F& f) {
    for (std::size_t group = 0; group < marked_words_.size(); ++group) {
      for (std::uint64_t words = std::exchange(marked_words_[group], 0); words != 0; words &= words - 1) {
        const std::size_t word = 64 * group + static_cast<std::size_t>(std::countr_zero(words));
        for (std::uint64_t left = std::exchange(marks_[word], 0); left != 0; left &= left - 1) {
          const std::size_t at = 64 * word + static_cast<std::size_t>(std::countr_zero(left));
          f(static_cast<index_t>(at), std::as_const(sums_[at]));
        }
      }
    }
  }

 private:
  std::unique_ptr<T[]> sums_;
  std::vector<std::uint64_t> marks_;
  std::vector<std::uint64_t> marked_words_;
};

// A row of any width: the columns that have a sum stand in a table, and are sorted at the end.
template <class T>
class hashed_row {
 public:
  explicit hashed_row(index_t) {}

  // No more columns than this in the next row.
  void expect(index_t terms) {
    entries_.reserve(terms);
    const std::size_t room = std::bit_ceil(static_cast<std::size_t>(2 * terms + 2));
    if (slots_.size() < room) slots_.assign(room, -1);
    shift_ = 64 - std::countr_zero(room);
    mask_ = room - 1;
  }
  template <class Plus>
  void add(index_t column, const T& term, const Plus& plus) {
    const index_t* const columns = entries_.positions();
    std::size_t slot = static_cast<std::size_t>((static_cast<std::uint64_t>(column) * 0x9e3779b97f4a7c15u) >> shift_);
    while (slots_[slot] >= 0 && columns[slots_[slot]] != column) slot = (slot + 1) & mask_;
    if (slots_[slot] >= 0) {
      T& sum = entries_.values()[slots_[slot]];
      sum = plus(std::as_const(sum), term);
      return;
    }
    entries_.add(column, term);
    slots_[slot] = entries_.size() - 1;
    used_.push_back(slot);
  }
  template <class F>
  void drain(const F& f) {
    const position_order order(entries_.positions(), entries_.size());
    for (index_t i = 0; i < entries_.size(); ++i) f(entries_.positions()[order.place(i)], std::as_const(entries_.values()[order.place(i)]));
    for (const std::size_t slot : used_) slots_[slot] = -1;
    used_.clear();
    entries_.shrink_to(0);
  }

 private:
  entry_array<T> entries_;
  std::vector<index_t> slots_;
  std::vector<std::size_t> used_;
  int shift_ = 0;
  std::size_t mask_ = 0;
};

// One of the matrices: the entries of its elements, one after the other.
template <class T>
struct matrix_entries {
  index_t rows;
  index_t width;
  entry_block<T> entries;
};

template <class T, class Row, class A, class B, class S>
void add_row_products(const matrix_entries<A>& a, const matrix_entries<B>& b, const S& ring, entry_array<T>& made) {
  const matrix_rows left(a.rows, a.width, a.entries.positions, a.entries.count);
  matrix_rows right(b.rows, b.width, b.entries.positions, b.entries.count);
  right.be_found(b.rows);
  const index_t products = count_products(left, right);
  if (products <= index_t{1} << 22) made.reserve(products);  // memory that is not written costs nothing
  const T zero = ring.template zero<T>();
  const auto plus = [&](const T& x, const T& y) { return ring.plus(x, y); };
  Row row(b.width);
  std::vector<index_t> places;
  for (index_t i = 0; i < left.size(); ++i) {
    places.clear();
    index_t terms = 0;
    for (index_t k = left.start(i); k < left.start(i + 1); ++k) {
      const index_t place = places.emplace_back(right.find(left.column(k)));
      if (place >= 0) terms += right.start(place + 1) - right.start(place);
    }
    if (terms == 0) continue;
    row.expect(std::min(terms, b.width));
    for (index_t k = left.start(i); k < left.start(i + 1); ++k) {
      const index_t place = places[static_cast<std::size_t>(k - left.start(i))];
      if (place < 0) continue;
      const A& factor = a.entries.values[k];
      for (index_t l = right.start(place), end = right.start(place + 1); l < end; ++l)
        row.add(right.column(l), ring.template times<T>(factor, b.entries.values[l]), plus);
    }
    const index_t base = left.row(i) * b.width;
    row.drain([&](index_t column, const T& sum) {
      if (!is_fill(sum, zero)) made.add(base + column, sum);
    });
  }
}

template <class T, class A, class B, class S>
entry_array<T> row_products(const matrix_entries<A>& a, const matrix_entries<B>& b, const S& ring) {
  entry_array<T> made;
  if (b.width <= wide_row<T>::widest) {
    add_row_products<T, wide_row<T>>(a, b, ring, made);
  } else {
    add_row_products<T, hashed_row<T>>(a, b, ring, made);
  }
  made.fit();
  return made;
}

}  // namespace ravel::detail
