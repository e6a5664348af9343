// SPDX-License-Identifier: BSL-1.0
// The sums of one row of a product that a mask asks for: at its entries, or everywhere else. Each belongs to one thread of one
// product, whose rows mostly come in rising order. The mask outlives it.
#pragma once

#include <ravel/sparse/detail/row_sums.hpp>

namespace ravel::detail {

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

}  // namespace ravel::detail
