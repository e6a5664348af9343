// SPDX-License-Identifier: BSL-1.0
// Views of what is not memory: expressions that were passed on, pieces, computed tensors and readers, against hand-written loops.
#include <ravel/ravel.hpp>

#include "support.hpp"

#include <algorithm>

namespace {

using ravel::all;
using ravel::copy;
using ravel::index_t;
using ravel::slice;
using ravel::tensor;

template <class Value>
auto turned_by_hand(Value value, double* out, index_t n) {
  return [=] {
    for (index_t i0 = 0; i0 < n; i0 += 16)
      for (index_t j0 = 0; j0 < n; j0 += 16)
        for (index_t i = i0; i < std::min(n, i0 + 16); ++i)
          for (index_t j = j0; j < std::min(n, j0 + 16); ++j) out[i * n + j] = value(j * n + i);
    bench::keep(out);
  };
}

void views_of_functions() {
  bench::table table("views of what is not memory, 1008 x 1008");
  constexpr index_t n = 1008;
  const tensor<double> x = ravel::random_uniform<double>({n, n}, 0, 1, 1), y = ravel::random_uniform<double>({n, n}, 0, 1, 2),
                       z = ravel::random_uniform<double>({n, n}, 0, 1, 3);
  const double *p = &x(0, 0), *q = &y(0, 0);
  double* out = &z(0, 0);
  const tensor<const double> sum_of_both = x + y;
  const auto copied = turned_by_hand([=](index_t i) { return p[i]; }, out, n);
  const auto added = turned_by_hand([=](index_t i) { return p[i] + q[i]; }, out, n);
  const auto joined = concat(ravel::along(0), x(slice(0, 8), all), y(slice(8, n - 8), all));
  const auto padded = pad(x(slice(1, n - 2), slice(1, n - 2)), 1);
  const auto computed =
      ravel::compute<double>({n, n}, [](index_t i, index_t j) { return 0.5 * static_cast<double>(i) + static_cast<double>(j); });
  const auto listed = ravel::as_tensor(ravel::reader<double>(flat(x).base() * 2.0), {n, n});
  table.row(
      "copy(transpose(e), z), e = x + y passed on", 1.5, [&] { copy(transpose(sum_of_both), z); }, added);
  table.row(
      "copy(e(all, every second), z)", 1.5, [&] { copy(sum_of_both(all, slice(0, n / 2, 2)), z(all, slice(0, n / 2))); },
      [=] {
        for (index_t i = 0; i < n; ++i)
          for (index_t j = 0; j < n / 2; ++j) out[i * n + j] = p[i * n + 2 * j] + q[i * n + 2 * j];
        bench::keep(out);
      });
  table.row(
      "copy(transpose(concat), z)", 1.5, [&] { copy(transpose(joined), z); }, copied);
  table.row(
      "copy(transpose(pad), z)", 1.5, [&] { copy(transpose(padded), z); }, copied);
  table.row(
      "copy(transpose(compute), z)", 1.5, [&] { copy(transpose(computed), z); },
      [=] {
        for (index_t i = 0; i < n; ++i)
          for (index_t j = 0; j < n; ++j) out[i * n + j] = 0.5 * static_cast<double>(j) + static_cast<double>(i);
        bench::keep(out);
      });
  table.row(
      "copy(transpose(reader), z)", 2.0, [&] { copy(transpose(listed), z); }, turned_by_hand([=](index_t i) { return p[i] * 2; }, out, n));
  table.row(
      "sum(transpose(e))", 2.0, [&] { bench::keep(sum(transpose(sum_of_both))); },
      [=] {
        double lane[32] = {};
        for (index_t i = 0; i < n; ++i)
          for (index_t j = 0; j < n; ++j) lane[j % 32] += p[j * n + i] + q[j * n + i];
        bench::keep(lane);
      });
}

}  // namespace

int main() { views_of_functions(); }
