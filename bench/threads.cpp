// SPDX-License-Identifier: BSL-1.0
// Operations on two threads against the same on one: a ratio of 0.5 is all that two can give, and what is bound by memory gains what a
// second thread brings of it. The last rows are too short to be shared.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include "support.hpp"

#include <string>
#include <utility>

namespace {

using namespace ravel;

template <class F>
void shared(bench::table& table, const std::string& name, double bar, const F& f, double allowance_ns = 0) {
  table.row(
      name, bar, [f] { with_threads(2, f); }, [f] { f(); }, {.allowance_ns = allowance_ns});
}

}  // namespace

int main() {
  bench::table table("two threads against one");
  constexpr index_t n = 10'000'000;
  const auto x = random_uniform<double>({n}, -1, 1, 1), y = random_uniform<double>({n}, -1, 1, 2), z = zeros({n});
  shared(table, "copy(sin(x) * y + 3, z) 1e7", 0.56, [=] { copy(sin(x) * y + 3.0, z); });
  shared(table, "copy(2 * x + y, z) 1e7", 0.65, [=] { copy(2.0 * x + y, z); });
  shared(table, "copy(x, z) 1e7", 0.65, [=] { copy(x, z); });
  shared(table, "fill(z, 1) 1e7", 0.65, [=] { fill(z, 1.0); });
  shared(table, "z += x 1e7", 0.65, [=] { z += x; });
  const auto i = clone(cast<std::int32_t>(x * 1e6));
  shared(table, "sum(int32) 1e7", 0.65, [=] { bench::keep(sum(i)); });
  shared(table, "max(x) 1e7", 0.65, [=] { bench::keep(max(x)); });
  shared(table, "sort(x) 1e7", 0.56, [=] { bench::keep(sort(x)); });
  shared(table, "argsort(x) 1e7", 0.56, [=] { bench::keep(argsort(x)); });

  const auto a = random_uniform<double>({4096, 4096}, -1, 1, 3), b = random_uniform<double>({4096, 4096}, -1, 1, 4),
             c = zeros({4096, 4096});
  shared(table, "copy(a + transpose(b), c) 4096", 0.6, [=] { copy(a + transpose(b), c); });
  shared(table, "copy(transpose(b), c) 4096", 0.65, [=] { copy(transpose(b), c); });
  shared(table, "copy(exp(a) * b, c) 4096", 0.56, [=] { copy(exp(a) * b, c); });
  shared(table, "sum(sqrt(abs(a)), 1) 4096", 0.65, [=] { bench::keep(sum(sqrt(abs(a)), 1)); });
  shared(table, "sum(a, 0) 4096", 0.65, [=] { bench::keep(sum(a, 0)); });
  shared(table, "median(a, 1) 4096", 0.56, [=] { bench::keep(median(a, 1)); });
  shared(table, "sort(a, 1) 4096", 0.56, [=] { bench::keep(sort(a, 1)); });

  const auto short_x = random_uniform<double>({10'000}, -1, 1, 5), short_z = zeros({10'000});
  shared(
      table, "copy(2 * x + 1, z) 1e4", 1.05, [=] { copy(2.0 * short_x + 1.0, short_z); }, 1000);
  const auto few_x = random_uniform<double>({100}, -1, 1, 5), few_z = zeros({100});
  shared(
      table, "copy(2 * x + 1, z) 100", 1.05, [=] { copy(2.0 * few_x + 1.0, few_z); }, 1000);
}
