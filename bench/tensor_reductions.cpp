// SPDX-License-Identifier: BSL-1.0
// Reductions along every axis of a matrix and of a tensor of rank 3, and random tensors, against the loops one would write by hand.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include "support.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

using ravel::index_t;
using ravel::tensor;

// Rows into one accumulator row.
template <class F>
[[gnu::noinline]] void hand_down(index_t rows, index_t columns, double* __restrict out, F f) {
  std::fill_n(out, columns, 0.0);
  for (index_t i = 0; i < rows; ++i) {
    for (index_t j = 0; j < columns; ++j) out[j] += f(i * columns + j);
  }
}

// Each row by the best sum that strict floating point allows: 32 partial sums.
template <class F>
[[gnu::noinline]] void hand_across(index_t rows, index_t columns, double* __restrict out, F f) {
  for (index_t i = 0; i < rows; ++i) {
    double lane[32] = {};
    index_t j = 0;
    for (; j + 32 <= columns; j += 32) {
      for (index_t k = 0; k < 32; ++k) lane[k] += f(i * columns + j + k);
    }
    for (index_t k = 0; j + k < columns; ++k) lane[k] += f(i * columns + j + k);
    double total = 0;
    for (const double part : lane) total += part;
    out[i] = total;
  }
}

void matrices(bench::table& table, index_t n) {
  const tensor<double> x = ravel::random_uniform<double>({n, n}, 0, 1, 1), y = ravel::random_uniform<double>({n, n}, 0, 1, 2);
  const double *p = &x(0, 0), *q = &y(0, 0);
  std::vector<double> room(static_cast<std::size_t>(n));
  double* const out = room.data();
  const std::string size = n == 500 ? " 500x500" : " 2000x2000";
  const auto at = [=](index_t i) { return p[i]; };
  const auto distance = [=](index_t i) { return (p[i] - q[i]) * (p[i] - q[i]); };
  const auto down = [=] {
    hand_down(n, n, out, at);
    bench::keep(*out);
  };
  const auto across = [=] {
    hand_across(n, n, out, at);
    bench::keep(*out);
  };
  table.row(
      "sum(t, 0)" + size, 1.1, [=] { bench::keep(sum(x, 0)); }, down);
  table.row(
      "sum(t, 1)" + size, 1.1, [=] { bench::keep(sum(x, 1)); }, across);
  table.row(
      "sum(transpose(t), 1)" + size, 1.1, [=] { bench::keep(sum(transpose(x), 1)); }, down);
  table.row(
      "sum(transpose(t), 0)" + size, 1.1, [=] { bench::keep(sum(transpose(x), 0)); }, across);
  table.row(
      "sum(square(x - y), 0)" + size, 1.1, [=] { bench::keep(sum(square(x - y), 0)); },
      [=] {
        hand_down(n, n, out, distance);
        bench::keep(*out);
      });
  table.row(
      "sum(square(x - y), 1)" + size, 1.1, [=] { bench::keep(sum(square(x - y), 1)); },
      [=] {
        hand_across(n, n, out, distance);
        bench::keep(*out);
      });
  table.row(
      "max(t, 0)" + size, 1.1, [=] { bench::keep(max(x, 0)); },
      [=] {
        std::copy_n(p, n, out);
        for (index_t i = 0; i < n; ++i) {
          for (index_t j = 0; j < n; ++j) out[j] = p[i * n + j] > out[j] || p[i * n + j] != p[i * n + j] ? p[i * n + j] : out[j];
        }
        bench::keep(*out);
      });
  table.row(
      "cumsum(t, 0)" + size, 1.3, [=] { bench::keep(cumsum(x, 0)); },
      [=] {
        const auto made = ravel::empty<double>({n, n});
        double* const to = &made(0, 0);
        std::copy_n(p, n, to);
        for (index_t i = n; i < n * n; ++i) to[i] = to[i - n] + p[i];
        bench::keep(*to);
      });
}

void cube(bench::table& table) {
  constexpr index_t a = 100, b = 200, c = 150;
  const tensor<double> x = ravel::random_uniform<double>({a, b, c}, 0, 1, 3);
  const double* p = &x(0, 0, 0);
  std::vector<double> room(b * c);
  double* const out = room.data();
  const auto at = [=](index_t i) { return p[i]; };
  table.row(
      "sum(t, 0) of 100x200x150", 1.1, [=] { bench::keep(sum(x, 0)); },
      [=] {
        hand_down(a, b * c, out, at);
        bench::keep(*out);
      });
  table.row(
      "sum(t, 1)", 1.1, [=] { bench::keep(sum(x, 1)); },
      [=] {
        for (index_t i = 0; i < a; ++i) hand_down(b, c, out + i * c, [=](index_t k) { return p[i * b * c + k]; });
        bench::keep(*out);
      });
  table.row(
      "sum(t, 2)", 1.1, [=] { bench::keep(sum(x, 2)); },
      [=] {
        hand_across(a * b, c, out, at);
        bench::keep(*out);
      });
  table.row(
      "sum(t, {0, 1})", 1.1,
      [=] {
        bench::keep(sum(x, {0, 1}));
      },
      [=] {
        hand_down(a * b, c, out, at);
        bench::keep(*out);
      });
  table.row(
      "sum(t, {1, 2})", 1.1,
      [=] {
        bench::keep(sum(x, {1, 2}));
      },
      [=] {
        hand_across(a, b * c, out, at);
        bench::keep(*out);
      });
  table.row(
      "sum(t, {0, 2})", 1.1,
      [=] {
        bench::keep(sum(x, {0, 2}));
      },
      [=] {
        std::fill_n(out, b, 0.0);
        for (index_t i = 0; i < a; ++i) {
          double row[b];
          hand_across(b, c, row, [=](index_t k) { return p[i * b * c + k]; });
          for (index_t j = 0; j < b; ++j) out[j] += row[j];
        }
        bench::keep(*out);
      });
}

}  // namespace

int main() {
  for (const index_t n : {500, 2000}) {
    bench::table table("reductions of a matrix along an axis");
    matrices(table, n);
  }
  bench::table table("reductions of rank 3");
  cube(table);
}
