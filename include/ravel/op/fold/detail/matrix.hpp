// SPDX-License-Identifier: BSL-1.0
// Multiplies matrices in memory, one or a stack of them: by a BLAS if there is one that takes them, else by our own blocked loop. Knows no
// tensors. Runs on the calling thread, apart from what a BLAS does itself.
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

// An m x k matrix times a k x n matrix is m x n.
struct product_size {
  index_t m, n, k;
};

// The position of a result in a larger one, for error messages.
struct product_origin {
  index_t row = 0, column = 0;
};

RAVEL_API bool blas_keeps_nan();  // else the plain loop multiplies non-finite elements
// True if there is a BLAS whose integers hold the size.
RAVEL_API bool blas_takes(const product_size& size);
// True if the BLAS takes a matrix as it lies: with stride 1 on one axis, and without overlap on the other.
bool blas_takes(index_t rows, index_t columns, index_t row_step, index_t column_step);

// c = a b for operands that the BLAS takes. NaN and infinities stand where plain_multiply has them.
void blas_multiply(const product_size& size, const matrix<const float>& a, const matrix<const float>& b, float* c);
void blas_multiply(const product_size& size, const matrix<const double>& a, const matrix<const double>& b, double* c);
void blas_multiply(const product_size& size, const matrix<const std::complex<float>>& a, const matrix<const std::complex<float>>& b,
                   std::complex<float>* c);
void blas_multiply(const product_size& size, const matrix<const std::complex<double>>& a, const matrix<const std::complex<double>>& b,
                   std::complex<double>* c);

// c = a b without a BLAS. Each element of a product of reals adds its terms in their order; a product of complex numbers first computes the
// real products. Integers are exact, or throw an overflow_error.
template <class T>
void plain_multiply(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, T* c, const product_origin& origin = {});

// The lower triangle of a times its transpose, m x k by k x m: through the BLAS, or without it.
void blas_gram(index_t m, index_t k, const matrix<const float>& a, float* c);
void blas_gram(index_t m, index_t k, const matrix<const double>& a, double* c);
void blas_gram(index_t m, index_t k, const matrix<const std::complex<float>>& a, std::complex<float>* c);
void blas_gram(index_t m, index_t k, const matrix<const std::complex<double>>& a, std::complex<double>* c);
template <class T>
void plain_gram(index_t m, index_t k, const matrix<const T>& a, T* c);

// The shapes of two operands as matrices behind the same leading axes, and the shape of the result.
struct product_plan {
  shape batch;
  product_size size;
  shape result;
  product_origin origin = {};
};
RAVEL_API product_plan plan_product(const shape& a, const shape& b);

// The map of an operand as matrices behind the leading axes of both. A vector is a row on the left and a column on the right.
RAVEL_API dims stacked_left(const dims& map, const product_plan& plan);
RAVEL_API dims stacked_right(const dims& map, const product_plan& plan);

// One operand: its memory, the step between its elements, and its map, with a stride for each axis.
template <class T>
struct stored_operand {
  const T* data;
  index_t step;
  dims map;
};

// Writes the products of all matrices to c, row-major. A matrix by its own transpose takes half the work, and the result is symmetric to
// the bit. Defined for the types of sums.
template <class T>
void multiply_stacks(const product_plan& plan, const stored_operand<T>& a, const stored_operand<T>& b, T* c);

// As multiply_stacks, by the entries of operands that are sparse and 0 elsewhere. False if no operand is.
template <class T>
bool multiply_stored(const product_plan& plan, const tensor_node<T>& a, const tensor_node<T>& b, T* c);

}  // namespace ravel::detail
