// SPDX-License-Identifier: BSL-1.0
// The doorway to CBLAS. Without one nothing here multiplies, and the plain loop does. A result has NaN and infinities where the plain loop
// has them: some libraries skip zeros (the reference BLAS in syrk, BLIS, ATLAS and GSL in gemm or gemv), so that 0 * NaN is 0 there.
#include <ravel/tensor/detail/matrix.hpp>
#include <ravel/tensor/product.hpp>

#include <algorithm>
#include <limits>

#ifdef RAVEL_HAS_BLAS
#include <cblas.h>
#endif

namespace ravel::detail {

#ifdef RAVEL_HAS_BLAS

namespace {

constexpr bool fits(index_t value) { return value <= std::numeric_limits<int>::max(); }

bool in_rows(index_t columns, index_t row_step, index_t column_step) {
  return column_step == 1 && row_step >= std::max<index_t>(1, columns) && fits(row_step);
}

struct lying {
  CBLAS_TRANSPOSE way;
  int leading;
};
template <class T>
lying lying_of(const matrix<T>& m, index_t columns) {
  const bool rows = in_rows(columns, m.row, m.column);
  return {rows ? CblasNoTrans : CblasTrans, static_cast<int>(rows ? m.row : m.column)};
}

struct int_size {
  int m, n, k;
};

void gemm(const int_size& s, lying a, lying b, const float* x, const float* y, float* c) {
  cblas_sgemm(CblasRowMajor, a.way, b.way, s.m, s.n, s.k, 1, x, a.leading, y, b.leading, 0, c, s.n);
}
void gemm(const int_size& s, lying a, lying b, const double* x, const double* y, double* c) {
  cblas_dgemm(CblasRowMajor, a.way, b.way, s.m, s.n, s.k, 1, x, a.leading, y, b.leading, 0, c, s.n);
}
void gemm(const int_size& s, lying a, lying b, const std::complex<float>* x, const std::complex<float>* y, std::complex<float>* c) {
  const std::complex<float> one = 1, zero = 0;
  cblas_cgemm(CblasRowMajor, a.way, b.way, s.m, s.n, s.k, &one, x, a.leading, y, b.leading, &zero, c, s.n);
}
void gemm(const int_size& s, lying a, lying b, const std::complex<double>* x, const std::complex<double>* y, std::complex<double>* c) {
  const std::complex<double> one = 1, zero = 0;
  cblas_zgemm(CblasRowMajor, a.way, b.way, s.m, s.n, s.k, &one, x, a.leading, y, b.leading, &zero, c, s.n);
}

// The lower triangle of a times its transpose.
void syrk(CBLAS_TRANSPOSE way, int m, int k, const float* a, int leading, float* c) {
  cblas_ssyrk(CblasRowMajor, CblasLower, way, m, k, 1, a, leading, 0, c, m);
}
void syrk(CBLAS_TRANSPOSE way, int m, int k, const double* a, int leading, double* c) {
  cblas_dsyrk(CblasRowMajor, CblasLower, way, m, k, 1, a, leading, 0, c, m);
}
void syrk(CBLAS_TRANSPOSE way, int m, int k, const std::complex<float>* a, int leading, std::complex<float>* c) {
  const std::complex<float> one = 1, zero = 0;
  cblas_csyrk(CblasRowMajor, CblasLower, way, m, k, &one, a, leading, &zero, c, m);
}
void syrk(CBLAS_TRANSPOSE way, int m, int k, const std::complex<double>* a, int leading, std::complex<double>* c) {
  const std::complex<double> one = 1, zero = 0;
  cblas_zsyrk(CblasRowMajor, CblasLower, way, m, k, &one, a, leading, &zero, c, m);
}

// y = op(a) x for a matrix of m x n as it lies in memory.
void gemv(CBLAS_TRANSPOSE way, int m, int n, const float* a, int leading, const float* x, int step, float* y) {
  cblas_sgemv(CblasRowMajor, way, m, n, 1, a, leading, x, step, 0, y, 1);
}
void gemv(CBLAS_TRANSPOSE way, int m, int n, const double* a, int leading, const double* x, int step, double* y) {
  cblas_dgemv(CblasRowMajor, way, m, n, 1, a, leading, x, step, 0, y, 1);
}
void gemv(CBLAS_TRANSPOSE way, int m, int n, const std::complex<float>* a, int leading, const std::complex<float>* x, int step,
          std::complex<float>* y) {
  const std::complex<float> one = 1, zero = 0;
  cblas_cgemv(CblasRowMajor, way, m, n, &one, a, leading, x, step, &zero, y, 1);
}
void gemv(CBLAS_TRANSPOSE way, int m, int n, const std::complex<double>* a, int leading, const std::complex<double>* x, int step,
          std::complex<double>* y) {
  const std::complex<double> one = 1, zero = 0;
  cblas_zgemv(CblasRowMajor, way, m, n, &one, a, leading, x, step, &zero, y, 1);
}

// A matrix of rows x columns times a vector.
template <class T>
void times_vector(const matrix<const T>& a, index_t rows, index_t columns, const T* x, index_t step, T* y) {
  const lying l = lying_of(a, columns);
  const bool as_is = l.way == CblasNoTrans;
  gemv(l.way, static_cast<int>(as_is ? rows : columns), static_cast<int>(as_is ? columns : rows), a.data, l.leading, x,
       static_cast<int>(step), y);
}

// OpenBLAS alone was seen to keep NaN in every routine: tests/tensor/matrix.cpp asks.
#ifdef RAVEL_BLAS_KEEPS_NAN
constexpr bool keeps_nan = true;
#else
constexpr bool keeps_nan = false;
#endif

template <class T>
bool is_finite(const T& x) {
  if constexpr (complex_element<T>) {
    return is_finite(x.real()) && is_finite(x.imag());
  } else {
    return x - x == 0;
  }
}
template <class T>
bool all_finite(const matrix<T>& a, index_t rows, index_t columns) {
  if (a.column > a.row) return all_finite<T>({a.data, a.column, a.row}, columns, rows);
  for (index_t i = 0; i < rows; ++i) {
    bool finite = true;
    for (index_t j = 0; j < columns; ++j) finite &= is_finite(a(i, j));
    if (!finite) return false;
  }
  return true;
}
template <class T>
bool can_multiply(const matrix<const T>& a, index_t rows, index_t columns) {
  return keeps_nan || all_finite(a, rows, columns);
}

// A BLAS multiplies every sum by 1, which makes NaN of a complex number with an infinite part: such rows are computed again.
template <class T>
void mend_infinite_rows(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, T* c, bool triangle) {
  const auto finite = [&](index_t i) { return all_finite<T>({c + i * size.n, size.n, 1}, 1, triangle ? i + 1 : size.n); };
  for (index_t i = 0; i < size.m; ++i) {
    const index_t first = i;
    while (i < size.m && !finite(i)) ++i;
    if (i > first) plain_multiply<T>({i - first, size.n, size.k}, {&a(first, 0), a.row, a.column}, b, c + first * size.n);
  }
}

template <class T>
void multiply_by_blas(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, T* c) {
  if (size.n == 1) return times_vector(a, size.m, size.k, b.data, b.row, c);
  if (size.m == 1) return times_vector({b.data, b.column, b.row}, size.n, size.k, a.data, a.column, c);
  const int_size ints{static_cast<int>(size.m), static_cast<int>(size.n), static_cast<int>(size.k)};
  gemm(ints, lying_of(a, size.k), lying_of(b, size.n), a.data, b.data, c);
}

template <class T>
void multiply(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, T* c) {
  if (!can_multiply(a, size.m, size.k) || !can_multiply(b, size.k, size.n)) return plain_multiply(size, a, b, c);
  multiply_by_blas(size, a, b, c);
  if constexpr (complex_element<T>) mend_infinite_rows(size, a, b, c, false);
}

template <class T>
void multiply_by_itself(index_t m, index_t k, const matrix<const T>& a, T* c) {
  if (!can_multiply(a, m, k)) return plain_gram(m, k, a, c);
  const lying l = lying_of(a, k);
  syrk(l.way, static_cast<int>(m), static_cast<int>(k), a.data, l.leading, c);
  if constexpr (complex_element<T>) mend_infinite_rows({m, m, k}, a, {a.data, a.column, a.row}, c, true);
}

}  // namespace

bool blas_keeps_nan() { return keeps_nan; }
bool blas_takes(const product_size& size) { return fits(size.m) && fits(size.n) && fits(size.k); }
bool blas_takes(index_t rows, index_t columns, index_t row_step, index_t column_step) {
  return in_rows(columns, row_step, column_step) || in_rows(rows, column_step, row_step);
}

#else

namespace {

template <class T>
void multiply(const product_size&, const matrix<const T>&, const matrix<const T>&, T*) {}  // never called
template <class T>
void multiply_by_itself(index_t, index_t, const matrix<const T>&, T*) {}

}  // namespace

bool blas_keeps_nan() { return true; }  // as the plain loop does
bool blas_takes(const product_size&) { return false; }
bool blas_takes(index_t, index_t, index_t, index_t) { return false; }

#endif

#define RAVEL_BLAS_MULTIPLY(T)                                                                                                        \
  void blas_multiply(const product_size& size, const matrix<const T>& a, const matrix<const T>& b, T* c) { multiply(size, a, b, c); } \
  void blas_gram(index_t m, index_t k, const matrix<const T>& a, T* c) { multiply_by_itself(m, k, a, c); }
RAVEL_BLAS_MULTIPLY(float)
RAVEL_BLAS_MULTIPLY(double)
RAVEL_BLAS_MULTIPLY(std::complex<float>)
RAVEL_BLAS_MULTIPLY(std::complex<double>)
#undef RAVEL_BLAS_MULTIPLY

}  // namespace ravel::detail

namespace ravel {

#ifdef RAVEL_HAS_BLAS
const char* blas_name() { return RAVEL_HAS_BLAS; }
#else
const char* blas_name() { return ""; }
#endif

}  // namespace ravel
