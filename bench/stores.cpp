// SPDX-License-Identifier: BSL-1.0
// Large targets, which Ravel writes past the cache, beside hand loops with plain stores, on one thread; and a sum of them afterwards.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include "support.hpp"

#include <string>

namespace {

using namespace ravel;

// CMakeLists.txt keeps GCC from turning a plain loop into memcpy, which may write past the cache, too.
template <class F>
[[gnu::noinline]] void plain_stores(index_t n, double* __restrict out, F f) {
  for (index_t i = 0; i < n; ++i) out[i] = f(i);
  bench::keep(*out);
}

void writes() {
  bench::table table("targets of 80 MB / plain stores");
  constexpr index_t n = 10'000'000;
  const auto a = random_uniform<double>({n}, -1, 1, 1), b = random_uniform<double>({n}, -1, 1, 2), c = zeros({n});
  const double *const p = a.data(), *const q = b.data();
  double* const out = c.data();
  table.row(
      "copy(a + b, c)", 0.8, [=] { copy(a + b, c); }, [=] { plain_stores(n, out, [=](index_t i) { return p[i] + q[i]; }); },
      {.bytes = 24.0 * n});
  table.row(
      "copy(a, c)", 0.8, [=] { copy(a, c); }, [=] { plain_stores(n, out, [=](index_t i) { return p[i]; }); }, {.bytes = 16.0 * n});
  table.row(
      "copy(a * 2 + b, c)", 0.8, [=] { copy(a * 2.0 + b, c); }, [=] { plain_stores(n, out, [=](index_t i) { return p[i] * 2.0 + q[i]; }); },
      {.bytes = 24.0 * n});
}

// Elements that are read soon after must not be slower for it.
void writes_before_a_sum() {
  bench::table table("copy(a, c), then sum(c) / plain stores, then sum(c)");
  for (const index_t kilobytes : {64, 256, 1'024, 4'096, 16'384, 32'768, 80'000, 320'000}) {
    const index_t n = kilobytes * 1024 / 8;
    const auto a = random_uniform<double>({n}, -1, 1, 1), c = zeros({n});
    const double* const p = a.data();
    double* const out = c.data();
    table.row(
        std::to_string(kilobytes) + " KB", 1.05, [=] { copy(a, c), bench::keep(sum(c)); },
        [=] { plain_stores(n, out, [=](index_t i) { return p[i]; }), bench::keep(sum(c)); });
  }
}

}  // namespace

int main() {
  writes();
  writes_before_a_sum();
}
