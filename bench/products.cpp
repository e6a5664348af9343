// SPDX-License-Identifier: BSL-1.0
// Products of matrices: against a direct call of cblas where there is one, the loop without a BLAS against the simple one, and small
// products against loops whose lengths the compiler knows.
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

template <index_t N, index_t K>
[[gnu::noinline]] void known_lengths(const double* __restrict a, const double* __restrict b, double* __restrict c, index_t rows) {
  for (index_t i = 0; i < rows; ++i) {
    for (index_t j = 0; j < N; ++j) {
      double sum = 0;
      for (index_t l = 0; l < K; ++l) sum += a[i * K + l] * b[l * N + j];
      c[i * N + j] = sum;
    }
  }
}

// One matrix of `rows` rows, or a stack of matrices, by as many of K x N.
template <index_t N, index_t K>
void small(bench::table& table, const char* name, double bar, index_t stack, index_t rows) {
  const auto drawn = [&](index_t m, index_t n) {
    return clone(random_uniform<double>(stack == 1 ? shape{m, n} : shape{stack, m, n}, -1, 1, static_cast<std::uint64_t>(m)));
  };
  const tensor<double> a = drawn(rows, K), b = drawn(K, N), c = drawn(rows, N);
  const auto ours = [=] {
    matmul(a, b, into(c));
    bench::keep(c);
  };
  const auto hand = [=] {
    for (index_t s = 0; s < stack; ++s) known_lengths<N, K>(a.data() + s * rows * K, b.data() + s * K * N, c.data() + s * rows * N, rows);
    bench::keep(c);
  };
  table.row(name, bar, ours, hand, {.items = 2.0 * static_cast<double>(stack * rows * N * K)});
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
  small<3, 3>(table, "1e5 points by 3 x 3", 2.0, 1, 100'000);
  small<4, 4>(table, "1e5 points by 4 x 4", 2.0, 1, 100'000);
  small<1, 3>(table, "1e5 x 3 by a vector", 1.5, 1, 100'000);
  small<3, 3>(table, "stack of 1e4, 3 x 3", 6, 10'000, 3);
  small<4, 4>(table, "stack of 1e4, 4 x 4", 6, 10'000, 4);
  small<16, 16>(table, "stack of 100, 16 x 16", 2.0, 100, 16);
}
