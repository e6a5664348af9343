// SPDX-License-Identifier: BSL-1.0
// Products of sparse matrices row by row (Gustavson): a row of the product is the sum of rows of the right matrix. The terms of an element
// are added in their order, whatever gathers them. Threads share the rows; each gathers the sums of one row at a time.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/reader/detail/sparse_rows.hpp>
#include <ravel/sparse/detail/sparse_node.hpp>

#include <bit>
#include <memory>
#include <utility>

namespace ravel::detail {

// Gathers the sums of one row of a product and gives them back by rising column. The sums stand in an array as wide as the row, in a table,
// or at the places of a mask. A sum begins as the zero of the semiring. Each belongs to one thread of one product.

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

// The sums of one row of a product that a mask asks for: at its entries, or everywhere else. Each belongs to one thread of one
// product, whose rows mostly come in rising order. The mask outlives it.

// The rows of a mask, one after the other, and the columns of the current one.
class RAVEL_API mask_row {
 public:
  explicit mask_row(const found_rows& mask, index_t width)
      : mask_(mask), places_(width <= most_listed ? static_cast<std::size_t>(width) : 0, -1) {}

  void start(index_t row);  // found quickly if rows rise from call to call
  index_t size() const { return size_; }
  const index_t* columns() const { return columns_; }
  // The place of a column among those of the row; -1 if the row lacks it.
  index_t find(index_t column) const { return places_.empty() ? table_.find(columns_, column) : places_[static_cast<std::size_t>(column)]; }

 private:
  static constexpr index_t most_listed = index_t{1} << 18;

  const found_rows& mask_;
  index_t row_ = 0;   // the current one
  index_t next_ = 0;  // row of the mask
  const index_t* columns_ = nullptr;
  index_t size_ = 0;
  std::vector<std::int32_t> places_;  // of all columns, if these are not too many
  column_table table_;
};

// The sums at the entries of the mask.
template <class T>
class row_where {
 public:
  row_where(const found_rows& mask, index_t width, const T& zero) : mask_(mask, width), zero_(zero) {}

  bool start(index_t row, index_t) {
    mask_.start(row);
    if (sums_size_ < mask_.size()) sums_ = owned_elements<T>(sums_size_ = mask_.size());
    std::fill_n(sums_.get(), mask_.size(), zero_);
    return mask_.size() > 0;
  }
  template <class Term, class Plus>
  void add(const index_t* columns, index_t n, const Term& term, const Plus& plus) {
    const auto add_at = [&](index_t place, index_t l) { sums_[place] = plus(std::as_const(sums_[place]), term(l)); };
    if (mask_.size() < n / much_longer) return add_few(columns, n, add_at);
    for (index_t l = 0; l < n; ++l) {
      if (const index_t place = mask_.find(columns[l]); place >= 0) add_at(place, l);
    }
  }
  void drain(index_t base, entry_array<T>& made) {
    append_unless_fill(
        mask_.size(), zero_, made, [&](index_t k) { return base + mask_.columns()[k]; }, [&](index_t k) -> const T& { return sums_[k]; });
  }

 private:
  static constexpr index_t much_longer = 32;

  // Each column of the mask is looked up among many.
  template <class AddAt>
  void add_few(const index_t* columns, index_t n, const AddAt& add_at) {
    const index_t* from = columns;
    for (index_t place = 0; place < mask_.size() && from < columns + n; ++place) {
      from = std::lower_bound(from, columns + n, mask_.columns()[place]);
      if (from < columns + n && *from == mask_.columns()[place]) add_at(place, from - columns);
    }
  }

  mask_row mask_;
  T zero_;
  owned_elements<T> sums_;
  index_t sums_size_ = 0;
};

// All other sums.
template <class T, class Row>
class row_where_not {
 public:
  row_where_not(const found_rows& mask, index_t width, const T& zero) : mask_(mask, width), row_(width, zero) {}

  bool start(index_t row, index_t terms) {
    mask_.start(row);
    return row_.start(row, terms);
  }
  template <class Term, class Plus>
  void add(const index_t* columns, index_t n, const Term& term, const Plus& plus) {
    if (mask_.size() == 0) return row_.add(columns, n, term, plus);
    for (index_t l = 0; l < n; ++l) {
      if (mask_.find(columns[l]) < 0)
        row_.add(
            columns + l, 1, [&](index_t) { return term(l); }, plus);
    }
  }
  void drain(index_t base, entry_array<T>& made) { row_.drain(base, made); }

 private:
  mask_row mask_;
  Row row_;
};

// The rows are read in any order, so the first entries of the next rows are prefetched.
inline constexpr index_t rows_ahead = 3;

// The place of each column of `a`'s entries among the rows of b that have entries, or -1. Also counts the products of entries.
struct RAVEL_API met_rows {
  met_rows(const found_rows& a, const found_rows& b);

  // Rows between which the rows of a are cut, so that each part has about the same number of products.
  std::vector<index_t> cuts() const;
  index_t products() const;  // at most the largest index

  index_t rows;
  owned_elements<index_t> places;  // of each entry, and `rows_ahead` times -1
  owned_elements<index_t> terms;   // products of each row
};

template <class B>
void fetch(const index_t* columns, const B* values) {
  __builtin_prefetch(columns);
  __builtin_prefetch(values);
  __builtin_prefetch(columns + 8);
  __builtin_prefetch(values + 8);
}

// Adds rows of a product to a list. Each belongs to one thread.
class product_rows {
 public:
  virtual ~product_rows() = default;
  // Adds those of the rows [begin, end) of the left matrix, of which it counts only rows with entries.
  virtual void add(index_t begin, index_t end, entry_list& list) = 0;
};

// All rows of a product of two matrices, by what make(met) makes for each thread. It has `most` entries at most.
RAVEL_API entry_list all_product_rows(const element_room& kind, const found_rows& a, const found_rows& b, index_t most,
                                      function_ref<std::unique_ptr<product_rows>(const met_rows& met)> make);

// The sums of a row are gathered by a Row.
template <class T, class Row, class A, class B, class S>
class product_rows_in final : public product_rows {
 public:
  product_rows_in(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring, const met_rows& met, Row row)
      : a_(a), b_(b), ring_(ring), met_(met), row_(std::move(row)) {}

  void add(index_t begin, index_t end, entry_list& list) override {
    entry_array<T> made(std::move(list));
    watched_loop loop;
    for (index_t i = begin; i < end; ++i) {
      loop.at(a_.start(i), a_.entries());
      add_row(i, made);
    }
    list = std::move(made);
  }

 private:
  void add_row(index_t i, entry_array<T>& made) {
    const auto plus = [&](const T& x, const T& y) { return ring_.plus(x, y); };
    const B* const values = b_.values();
    const index_t* const places = met_.places.get();
    const index_t terms = met_.terms[i];
    if (terms == 0 || !row_.start(a_.row(i), terms)) return;
    for (index_t k = a_.start(i); k < a_.start(i + 1); ++k) {
      if (places[k] < 0) continue;
      if (const index_t next = places[k + rows_ahead]; next >= 0) fetch(b_.columns(next), values + b_.start(next));
      const A& factor = a_.values()[k];
      const B* const factors = values + b_.start(places[k]);
      row_.add(
          b_.columns(places[k]), b_.length(places[k]), [&](index_t l) { return ring_.template times<T>(factor, factors[l]); }, plus);
    }
    row_.drain(a_.row(i) * b_.width(), made);
  }

  const sparse_rows<A>& a_;
  const sparse_rows<B>& b_;
  const S& ring_;
  const met_rows& met_;
  Row row_;
};

// Row is made of `of`, a width and a zero.
template <class T, class Row, class A, class B, class S, class... Of>
entry_array<T> row_products_in(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring, index_t most, const Of&... of) {
  const auto make = [&](const met_rows& met) -> std::unique_ptr<product_rows> {
    return std::make_unique<product_rows_in<T, Row, A, B, S>>(a, b, ring, met, Row(of..., b.width(), ring.template zero<T>()));
  };
  return entry_array<T>(all_product_rows(element_room_of<T>, a, b, most, make));
}

template <class T, class A, class B, class S>
entry_array<T> row_products(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring) {
  if (b.width() <= wide_row<T>::widest) return row_products_in<T, wide_row<T>>(a, b, ring, index_limit);
  return row_products_in<T, hashed_row<T>>(a, b, ring, index_limit);
}
// At the entries of the mask.
template <class T, class A, class B, class S>
entry_array<T> row_products_where(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring, const found_rows& mask) {
  return row_products_in<T, row_where<T>>(a, b, ring, mask.start(mask.size()), mask);
}
// Everywhere else.
template <class T, class A, class B, class S>
entry_array<T> row_products_where_not(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring, const found_rows& mask) {
  if (b.width() <= wide_row<T>::widest) return row_products_in<T, row_where_not<T, wide_row<T>>>(a, b, ring, index_limit, mask);
  return row_products_in<T, row_where_not<T, hashed_row<T>>>(a, b, ring, index_limit, mask);
}

}  // namespace ravel::detail
