// SPDX-License-Identifier: BSL-1.0
// Products of matrices: against a direct call of cblas where there is one, and the loop without a BLAS against the simple one.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include "support.hpp"

#include <algorithm>

#ifdef BENCH_CBLAS
#include <cblas.h>
#endif

namespace {

using namespace ravel;

tensor<double> random_matrix(index_t n) {
  const auto made = compute<double>({n, n}, [](index_t i, index_t j) { return static_cast<double>((i * 7 + j * 13) % 101) * 0.01; });
  return clone(made);
}

bench::extras operations(index_t n) { return {.items = 2.0 * static_cast<double>(n * n * n)}; }

#ifdef BENCH_CBLAS

void against_cblas(bench::table& table, const char* name, double bar, index_t n, bool turn_a, bool turn_b) {
  const tensor<double> a = random_matrix(n), b = random_matrix(n);
  const tensor<double> left = turn_a ? transpose(a) : a, right = turn_b ? transpose(b) : b;
  const auto by_hand = [a, b, n, turn_a, turn_b] {
    const int size = static_cast<int>(n);
    const tensor<double> c = empty<double>({n, n});
    cblas_dgemm(CblasRowMajor, turn_a ? CblasTrans : CblasNoTrans, turn_b ? CblasTrans : CblasNoTrans, size, size, size, 1, &a(0, 0), size,
                &b(0, 0), size, 0, &c(0, 0), size);
    bench::keep(c(0, 0));
  };
  table.row(
      name, bar, [left, right] { bench::keep(matmul(left, right)); }, by_hand, operations(n));
}

#endif

// The simplest loop that vectorises.
void simple(const double* a, const double* b, double* c, index_t n) {
  std::fill_n(c, n * n, 0.0);
  for (index_t i = 0; i < n; ++i) {
    for (index_t l = 0; l < n; ++l) {
      for (index_t j = 0; j < n; ++j) c[i * n + j] += a[i * n + l] * b[l * n + j];
    }
  }
}

void against_loop(bench::table& table, const char* name, double bar, index_t n) {
  const tensor<double> a = random_matrix(n), b = random_matrix(n), c = zeros<double>({n, n});
  const auto ours = [a, b, c, n] {
    detail::plain_multiply<double>({n, n, n}, {&a(0, 0), n, 1}, {&b(0, 0), n, 1}, &c(0, 0));
    bench::keep(c(0, 0));
  };
  const auto hand = [a, b, c, n] {
    simple(&a(0, 0), &b(0, 0), &c(0, 0), n);
    bench::keep(c(0, 0));
  };
  table.row(name, bar, ours, hand, operations(n));
}

}  // namespace

int main() {
  bench::table table("products of matrices, for one multiplication or addition");
#ifdef BENCH_CBLAS
  against_cblas(table, "matmul 16 against cblas", 2.0, 16, false, false);
  against_cblas(table, "matmul 64 against cblas", 1.1, 64, false, false);
  against_cblas(table, "matmul 512 against cblas", 1.03, 512, false, false);
  against_cblas(table, "matmul 512, transposed left", 1.03, 512, true, false);
  against_cblas(table, "matmul 512, transposed right", 1.03, 512, false, true);
#endif
  against_loop(table, "without a BLAS, 16", 1.5, 16);
  against_loop(table, "without a BLAS, 512", 1.0, 512);
}
