// SPDX-License-Identifier: BSL-1.0
// Gathers the sums of one row of a product and gives them back by rising column. The sums stand in an array as wide as the row, in a table,
// or at the places of a mask. A sum begins as the zero of the semiring. Each belongs to one thread of one product.
#pragma once

#include <ravel/reader/detail/sparse_rows.hpp>
#include <ravel/sparse/detail/ordered_entries.hpp>

#include <bit>

namespace ravel::detail {

// Marks columns by bits, which are set without a look at the old ones.
class RAVEL_API marked_columns {
 public:
  static constexpr index_t group = 8;  // words
  static constexpr index_t spare = 2;

  explicit marked_columns(index_t width)
      : marks_(static_cast<std::size_t>((width / (64 * group) + 1) * group)), marked_(marks_.size() + 1) {}

  std::uint64_t* marks() { return marks_.data(); }
  static void mark(std::uint64_t* marks, index_t column) {
    const auto at = static_cast<std::size_t>(column);
    marks[at / 64] |= std::uint64_t{1} << (at % 64);
  }
  // The marked columns in rising order, and their number, with room for `spare` more. Clears all marks.
  index_t take(index_t* columns);

 private:
  std::vector<std::uint64_t> marks_;
  std::vector<index_t> marked_;  // words
};

// Sums in an array as wide as the row.
template <class T>
class wide_row {
 public:
  static constexpr index_t widest = index_t{1} << 16;  // still in the second-level cache

  wide_row(index_t width, const T& zero)
      : zero_(zero), sums_(static_cast<std::size_t>(width), boxed{zero}), marks_(width), columns_(width + marked_columns::spare) {}

  // The next terms belong to another row, which has no more of them than this. False if nothing of the row is asked for.
  bool start(index_t, index_t) { return true; }
  // Adds terms at rising columns.
  template <class Term, class Plus>
  void add(const index_t* columns, index_t n, const Term& term, const Plus& plus) {
    boxed* const sums = sums_.data();
    std::uint64_t* const marks = marks_.marks();
    for (index_t l = 0; l < n; ++l) {
      T& sum = sums[columns[l]].value;
      sum = plus(std::as_const(sum), term(l));
      marked_columns::mark(marks, columns[l]);
    }
  }
  // Gives the sums of the row, which begins at that position, and clears them.
  void drain(index_t base, entry_array<T>& made) {
    const index_t n = marks_.take(columns_.get());
    const index_t* const columns = columns_.get();
    boxed* const sums = sums_.data();
    append_unless_fill(
        n, zero_, made, [=](index_t k) { return base + columns[k]; }, [=](index_t k) -> const T& { return sums[columns[k]].value; });
    for (index_t k = 0; k < n; ++k) sums[columns[k]].value = zero_;
  }

 private:
  struct boxed {  // a vector of bools has no elements
    T value;
  };

  T zero_;
  std::vector<boxed> sums_;
  marked_columns marks_;
  owned_elements<index_t> columns_;
};

// A table of the places of columns in a list, by open addressing.
class column_table {
 public:
  // Empties it for at most so many columns.
  void start(index_t most) {
    for (const std::size_t slot : used_) slots_[slot] = -1;
    used_.clear();
    const std::size_t room = std::bit_ceil(static_cast<std::size_t>(2 * most + 2));
    if (slots_.size() < room) slots_.assign(room, -1);
    shift_ = 64 - std::countr_zero(room);
    mask_ = room - 1;
  }
  // -1 if the column is not in the table.
  index_t find(const index_t* columns, index_t column) const { return slots_[slot_of(columns, column)]; }
  // The place of a column, which becomes `place` if it was not in the table.
  index_t find_or_add(const index_t* columns, index_t column, index_t place) {
    const std::size_t slot = slot_of(columns, column);
    if (slots_[slot] >= 0) return slots_[slot];
    used_.push_back(slot);
    return slots_[slot] = place;
  }

 private:
  std::size_t slot_of(const index_t* columns, index_t column) const {
    auto slot = static_cast<std::size_t>((static_cast<std::uint64_t>(column) * 0x9e3779b97f4a7c15u) >> shift_);
    while (slots_[slot] >= 0 && columns[slots_[slot]] != column) slot = (slot + 1) & mask_;
    return slot;
  }

  std::vector<index_t> slots_;  // a power of two of them in use, at most half of these taken; -1 is free
  std::vector<std::size_t> used_;
  int shift_ = 0;
  std::size_t mask_ = 0;
};

// Sums of a row of any width. Columns with a sum stand in a table and are sorted at the end.
template <class T>
class hashed_row {
 public:
  hashed_row(index_t width, const T& zero) : width_(width), zero_(zero) {}

  bool start(index_t, index_t terms) {
    const index_t most = std::min(terms, width_);
    entries_.reserve(most);
    table_.start(most);
    return true;
  }
  template <class Term, class Plus>
  void add(const index_t* columns, index_t n, const Term& term, const Plus& plus) {
    for (index_t l = 0; l < n; ++l) {
      const index_t place = table_.find_or_add(entries_.positions(), columns[l], entries_.size());
      if (place == entries_.size()) entries_.add(columns[l], zero_);
      T& sum = entries_.values()[place];
      sum = plus(std::as_const(sum), term(l));
    }
  }
  void drain(index_t base, entry_array<T>& made) {
    const position_order order(entries_.positions(), entries_.size());
    append_unless_fill(
        entries_.size(), zero_, made, [&](index_t k) { return base + entries_.positions()[order.place(k)]; },
        [&](index_t k) -> const T& { return entries_.values()[order.place(k)]; });
    entries_.shrink_to(0);
  }

 private:
  index_t width_;
  T zero_;
  entry_array<T> entries_;
  column_table table_;
};

}  // namespace ravel::detail
