// SPDX-License-Identifier: BSL-1.0
// Products of matrices in memory, one or a stack of them: through a BLAS where there is one and it can take them, by our own blocked loop
// otherwise. Knows no tensors; one thread, but for what a BLAS does by itself.
#pragma once

#include <ravel/element/types.hpp>
#include <ravel/walk/node.hpp>

namespace ravel::detail {

// Element i, j stands at data[i * row + j * column].
template <class T>
struct matrix {
  T* data;
  index_t row;
  index_t column;

  T& operator()(index_t i, index_t j) const { return data[i * row + j * column]; }
};

// m x k by k x n is m x n.
struct product_size {
  index_t m, n, k;
};

// Where a result stands in a larger one, which errors speak of.
struct product_origin {
  index_t row = 0, column = 0;
};

RAVEL_API bool blas_keeps_nan();  // else the plain loop multiplies what is not finite
// Whether a BLAS is there, and its integers hold the size.
RAVEL_API bool blas_takes(const product_size& size);
// Whether it takes a matrix as it lies: with stride 1 on one axis, and no overlap on the other.
bool blas_takes(index_t rows, index_t columns, index_t row_step, index_t column_step);

// c = a b for what the BLAS takes, with NaN and infinities where plain_multiply has them.
void blas_multiply(const product_size& size, const matrix<const float>& a, const matrix<const float>& b, float* c);
void blas_multiply(const product_size& size, const matrix<const double>& a, const matrix<const double>& b, double* c);
void blas_multiply(const product_size& size, const matrix<const std::complex<float>>& a, const matrix<const std::complex<float>>& b,
                   std::complex<float>* c);
void blas_multiply(const product_size& size, const matrix<const std::complex<double>>& a, const matrix<const std::complex<double>>& b,
                   std::complex<double>* c);

// c = a b without a BLAS. Every element of a product of reals adds its terms one after the other in their order; those of complex numbers
// the real products first. Integers are exact, or an overflow_error.
template <class T>
void plain_multiply(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, T* c, const product_origin& origin = {});

// The lower triangle of a times its transpose, m x k by k x m: through the BLAS for what it takes, or without it.
void blas_gram(index_t m, index_t k, const matrix<const float>& a, float* c);
void blas_gram(index_t m, index_t k, const matrix<const double>& a, double* c);
void blas_gram(index_t m, index_t k, const matrix<const std::complex<float>>& a, std::complex<float>* c);
void blas_gram(index_t m, index_t k, const matrix<const std::complex<double>>& a, std::complex<double>* c);
template <class T>
void plain_gram(index_t m, index_t k, const matrix<const T>& a, T* c);

// Shapes of two operands of a product, as matrices behind the same leading axes, and of the result.
struct product_plan {
  shape batch;
  product_size size;
  shape result;
  product_origin origin = {};
};
RAVEL_API product_plan plan_product(const shape& a, const shape& b);

// The map of an operand as matrices behind the leading axes of both; a vector is a row on the left and a column on the right.
RAVEL_API dims stacked_left(const dims& map, const product_plan& plan);
RAVEL_API dims stacked_right(const dims& map, const product_plan& plan);

// One operand: memory, the distance of its elements, and its map, with a stride for each axis.
template <class T>
struct stored_operand {
  const T* data;
  index_t step;
  dims map;
};

// The products of all matrices into c, row-major. A matrix by its own transpose takes half the work, and is symmetric to the bit. Defined
// for the types that sums are given in.
template <class T>
void multiply_stacks(const product_plan& plan, const stored_operand<T>& a, const stored_operand<T>& b, T* c);

// The same by the entries of operands that are sparse and 0 elsewhere. False where none is.
template <class T>
bool multiply_stored(const product_plan& plan, const tensor_node<T>& a, const tensor_node<T>& b, T* c);

}  // namespace ravel::detail
