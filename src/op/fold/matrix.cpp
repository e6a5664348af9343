// SPDX-License-Identifier: BSL-1.0
// Stacks of matrices: each to the BLAS or to the plain loop. Threads share the matrices of a tall stack, or the tiles of each. A matrix
// that the BLAS cannot take as it lies is packed once for as long as it stays the same. A matrix by its own transpose is computed up to the
// diagonal.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/storage/buffer.hpp>
#include "op/fold/laid_product.hpp"

#include <memory>
#include <type_traits>

namespace ravel::detail {

namespace {

template <class T>
inline constexpr bool for_blas = real_element<T> || complex_element<T>;

// Copies of matrices in row-major order, for the BLAS.
template <class T>
class packed_matrix {
 public:
  matrix<const T> pack(const matrix<const T>& from, index_t rows, index_t columns) {
    if (from.data != packed_) {
      if (!room_)
        room_.reset(static_cast<T*>(allocate_elements(mul_index(rows, columns), sizeof(T), alignof(T), "packed operands of a product")));
      T* out = room_.get();
      for (index_t i = 0; i < rows; ++i) {
        for (index_t j = 0; j < columns; ++j) *out++ = from(i, j);
      }
      packed_ = from.data;
    }
    return {room_.get(), columns, 1};
  }

 private:
  struct freed {
    void operator()(T* memory) const { free_elements(memory, alignof(T)); }
  };
  std::unique_ptr<T, freed> room_;
  const T* packed_ = nullptr;
};

// Copies the elements below the diagonal to those above it, in squares that fit the cache.
template <class T>
void mirror(T* c, index_t m) {
  constexpr index_t side = 32;
  for (index_t i0 = 0; i0 < m; i0 += side) {
    for (index_t j0 = 0; j0 <= i0; j0 += side) {
      for (index_t i = i0; i < std::min(m, i0 + side); ++i) {
        for (index_t j = j0; j < std::min(i, j0 + side); ++j) c[j * m + i] = c[i * m + j];
      }
    }
  }
}

template <class T>
class multiplier {
 public:
  explicit multiplier(const product_plan& plan) : size_(plan.size), origin_(plan.origin) {}

  void operator()(matrix<const T> a, matrix<const T> b, T* c) {
    if (is_gram(a, b) && !is_small(size_)) {
      lower_triangle(a, c);
      return mirror(c, size_.m);
    }
    if constexpr (for_blas<T>) {
      if (by_blas<T>(size_)) {
        if (!blas_takes(size_.m, size_.k, a.row, a.column)) a = left_.pack(a, size_.m, size_.k);
        if (!blas_takes(size_.k, size_.n, b.row, b.column)) b = right_.pack(b, size_.k, size_.n);
        return blas_multiply(size_, a, b, c);
      }
    }
    plain_multiply(size_, a, b, c, origin_);
  }

 private:
  bool is_gram(const matrix<const T>& a, const matrix<const T>& b) const {
    return size_.m == size_.n && size_.m > 1 && a.data == b.data && a.row == b.column && a.column == b.row;
  }
  void lower_triangle(matrix<const T> a, T* c) {
    if constexpr (for_blas<T>) {
      if (by_blas<T>(size_)) {
        if (!blas_takes(size_.m, size_.k, a.row, a.column)) a = left_.pack(a, size_.m, size_.k);
        return blas_gram(size_.m, size_.k, a, c);
      }
    }
    plain_gram(size_.m, size_.k, a, c);
  }

  product_size size_;
  product_origin origin_;
  packed_matrix<T> left_, right_;
};

}  // namespace

matrix_stack::matrix_stack(const dims& map, index_t step) : step_(step), facts_(map) {
  const index_t rows = map.extent(-2), columns = map.extent(-1);
  row_ = stride(1);
  column_ = stride(0);
  // The stride of one position may be any: one that makes the matrix lie in rows or columns.
  if (columns == 1) column_ = row_ == 1 ? rows : 1;
  if (rows == 1) row_ = column_ == 1 ? columns : 1;
}

template <class T>
void laid_product::multiply_some(index_t begin, index_t end, const T* a, const T* b, T* c) const {
  const index_t each = plan_.size.m * plan_.size.n;
  multiplier<T> multiply(plan_);
  std::vector<index_t> places(static_cast<std::size_t>(plan_.batch.rank()), 0);
  for (std::size_t k = places.size(), number = static_cast<std::size_t>(begin); k-- > 0;) {
    const auto extent = static_cast<std::size_t>(plan_.batch[static_cast<index_t>(k)]);
    places[k] = static_cast<index_t>(number % extent);
    number /= extent;
  }
  watched_loop stack;
  for (index_t s = begin; s < end; ++s) {
    stack.at((s - begin) * each, (end - begin) * each);
    multiply(left_.at(a, places), right_.at(b, places), c + s * each);
    for (std::size_t k = places.size(); k-- > 0;) {
      if (++places[k] < plan_.batch[static_cast<index_t>(k)]) break;
      places[k] = 0;
    }
  }
}

template <class T>
void laid_product::run(const T* a, const T* b, T* c) const {
  constexpr index_t tall = 8;  // matrices, of which each thread has several
  const index_t count = plan_.batch.elements();
  if (count < tall) return multiply_some(0, count, a, b, c);
  in_pieces(count, plan_.size.m * plan_.size.n, [&](index_t begin, index_t end) { multiply_some(begin, end, a, b, c); });
}

template <class T>
void multiply_stacks(const product_plan& plan, const stored_operand<T>& a, const stored_operand<T>& b, T* c) {
  if (plan.result.elements() == 0) return;
  if (plan.size.k == 0) {
    std::fill_n(c, plan.result.elements(), T{});
    return;
  }
  laid_product(plan, a.map, a.step, b.map, b.step).run(a.data, b.data, c);
}

#define RAVEL_INSTANTIATE(T)                                                                                  \
  template void multiply_stacks(const product_plan&, const stored_operand<T>&, const stored_operand<T>&, T*); \
  template void laid_product::run(const T*, const T*, T*) const;
RAVEL_FOR_EACH_SUM(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
