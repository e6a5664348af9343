// SPDX-License-Identifier: BSL-1.0
// A sparse matrix as products read it: its entries, and which of its rows have any. Owns what it has worked out; looks at the entries of
// somebody else. Immutable once made, but for be_found; belongs to one product.
#pragma once

#include <ravel/sparse/detail/entry_store.hpp>

#include <optional>
#include <vector>

namespace ravel::detail {

// One of the matrices: the entries of its elements, one after the other.
template <class T>
struct matrix_entries {
  index_t rows;
  index_t width;
  entry_block<T> entries;
};

// The rows of a matrix that have entries, and the columns of these.
class RAVEL_API matrix_rows {
 public:
  matrix_rows(index_t rows, index_t width, const index_t* positions, index_t count);
  template <class T>
  explicit matrix_rows(const matrix_entries<T>& of) : matrix_rows(of.rows, of.width, of.entries.positions, of.entries.count) {}

  index_t size() const { return static_cast<index_t>(rows_.size()); }
  index_t row(index_t i) const { return rows_[static_cast<std::size_t>(i)]; }
  index_t start(index_t i) const { return starts_[static_cast<std::size_t>(i)]; }
  index_t column(index_t entry) const { return columns_[static_cast<std::size_t>(entry)]; }
  const index_t* columns(index_t i) const { return columns_.data() + start(i); }
  index_t length(index_t i) const { return start(i + 1) - start(i); }

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

}  // namespace ravel::detail
