// SPDX-License-Identifier: BSL-1.0
// Products of sparse matrices: what is the same for all elements, and the product of sums of those of the closed set.
#include <ravel/base/error.hpp>
#include <ravel/sparse/matmul.hpp>
#include <ravel/sparse/matrix.hpp>

namespace ravel::detail {

matrix_rows::matrix_rows(index_t rows, index_t width, const index_t* positions, index_t count) {
  columns_.reserve(static_cast<std::size_t>(count));
  rows_.reserve(static_cast<std::size_t>(std::min(rows, count)));
  starts_.reserve(static_cast<std::size_t>(std::min(rows, count) + 1));
  index_t begin = 0, end = 0;  // of the row at hand
  for (index_t i = 0; i < count; ++i) {
    if (positions[i] >= end) {
      rows_.push_back(positions[i] / width);
      starts_.push_back(i);
      begin = rows_.back() * width;
      end = begin + width;
    }
    columns_.push_back(positions[i] - begin);
  }
  starts_.push_back(count);
}

void matrix_rows::be_found(index_t rows) {
  if (rows / 8 > std::ssize(columns_)) {
    if (size() > 0) directory_.emplace(rows_.data(), size());
    return;
  }
  places_.assign(static_cast<std::size_t>(rows), -1);
  for (index_t i = 0; i < size(); ++i) places_[static_cast<std::size_t>(row(i))] = i;
}

index_t count_products(const matrix_rows& a, const matrix_rows& b) {
  index_t products = 0;
  for (index_t k = 0; k < a.start(a.size()); ++k) {
    const index_t place = b.find(a.column(k));
    if (place >= 0) products = std::min(index_limit, products + b.start(place + 1) - b.start(place));
  }
  return products;
}

void throw_product_overflow(const char* what) {
  throw overflow_error(text() << "sparse_matmul: " << what << " of entries does not fit 64 bits, or its type");
}

void check_sparse_product(const shape& a, const shape& b) {
  if (a.rank() != 2 || b.rank() != 2 || a[1] != b[0]) {
    throw shape_error(text() << "cannot multiply " << to_string(a) << " by " << to_string(b)
                             << " as sparse matrices: both have two axes, and the last of the left is as long as the first of the right");
  }
}

void check_sparse_matrix(const char* function, const shape& extents) {
  if (extents.rank() != 2) throw shape_error(text() << function << " is of matrices, and " << to_string(extents) << " is none");
}
void throw_no_zero_fill(const char* function) {
  throw value_error(text() << function << ": the fill of a matrix is not zero, so that its entries are not all there is to multiply");
}

void throw_dense_operand(const char* side) {
  throw value_error(text() << "sparse_matmul: the " << side << " matrix is dense: to_sparse(x) makes it sparse, matmul takes it as it is");
}
void throw_wrong_fill(const char* side) {
  throw value_error(text() << "sparse_matmul: the fill of the " << side
                           << " matrix is not the zero of the semiring: to_sparse(x, zero) stores what differs from that");
}
void throw_no_annihilator(const char* side) {
  throw value_error(text() << "sparse_matmul: " << side << " of this semiring is not zero, so that what is not stored would count");
}

#define RAVEL_INSTANTIATE(T)                                                                                        \
  template RAVEL_API entry_array<own_product_t<T>> row_products(const matrix_entries<T>&, const matrix_entries<T>&, \
                                                                const plus_times_semiring&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
