// SPDX-License-Identifier: BSL-1.0
// Operations on two threads against the same on one: a ratio of 0.5 is all that two can give, and what is bound by memory gains what a
// second thread brings of it. The last rows are too short to be shared.
#include <ravel/exec.hpp>
#include <ravel/lazy.hpp>
#include <ravel/op.hpp>
#include <ravel/sparse.hpp>
#include <ravel/tensor.hpp>

#include "support.hpp"

#include <string>
#include <thread>
#include <utility>

namespace {

using namespace ravel;

template <class F>
double shared(bench::table& table, const std::string& name, double bar, const F& f, double allowance_ns = 0) {
  return table.row(
      name, bar, [f] { with_threads(2, f); }, [f] { f(); }, {.allowance_ns = allowance_ns});
}

// 1e4 x 1e4 with about so many entries.
tensor<double> random_matrix(index_t entries, std::uint64_t seed) {
  constexpr index_t side = 10'000;
  const auto at = unique(random_integers<index_t>({entries}, 0, side * side, seed));
  return tensor<double>(dims::row_major({side, side}), sparse_from(at, clone(cast<double>(at % 1000) + 1.0), side * side));
}

void sparse_data() {
  bench::table table("two threads against one: sparse data of 1e6 entries, and products of 1e5 by 1e5");
  const auto a = random_matrix(1'000'000, 1), b = random_matrix(1'000'000, 2), p = random_matrix(100'000, 3), q = random_matrix(100'000, 4);
  const auto positions = clone(reverse(stored_positions(a) * 7919 % 100'000'000));
  const auto values = stored_values(a);
  const auto dense = clone(slice(a, 0, 0, 1000));
  shared(table, "to_sparse(a + b)", 0.63, [=] { bench::keep(to_sparse(a + b)); });
  shared(table, "to_sparse(a * b)", 0.63, [=] { bench::keep(to_sparse(a * b)); });
  shared(table, "to_sparse(exp(a))", 0.63, [=] { bench::keep(to_sparse(exp(a))); });
  shared(table, "to_sparse(transpose(a))", 0.63, [=] { bench::keep(to_sparse(transpose(a))); });
  shared(table, "to_sparse(dense) 1e7", 0.63, [=] { bench::keep(to_sparse(dense)); });
  shared(table, "to_csc(a)", 0.63, [=] { bench::keep(to_csc(a)); });
  const auto vector = random_uniform<double>({10'000}, -1, 1, 5);
  shared(table, "matmul(a, vector)", 0.63, [=] { bench::keep(matmul(a, vector)); });
  shared(table, "sparse_from(positions, values)", 0.75,
         [=] { bench::keep(sparse_from(positions, values, 100'000'000, on_duplicates::last)); });
  shared(table, "sparse_matmul(p, q)", 0.63, [=] { bench::keep(sparse_matmul(p, q)); });
  shared(table, "sparse_matmul(p, q, where_stored{a})", 0.63, [=] { bench::keep(sparse_matmul(p, q, where_stored{a})); });
}

// The triad of STREAM: a[i] = b[i] + 3 * c[i].
[[gnu::noinline]] void triad(double* __restrict a, const double* __restrict b, const double* __restrict c, index_t n) {
  for (index_t i = 0; i < n; ++i) a[i] = b[i] + 3.0 * c[i];
}

// What memory bounds. The machine's own gain is that of the triad by hand, of which each row is to have nine tenths.
void from_memory() {
  bench::table table("two threads against one: from memory");
  for (const index_t side : {3162, 4096}) {
    const index_t n = side * side;
    const std::string size = side == 3162 ? " 1e7" : " 4096";
    const auto a = random_uniform<double>({side, side}, -1, 1, 1), b = random_uniform<double>({side, side}, -1, 1, 2),
               c = zeros({side, side});
    const auto x = flat(a), y = flat(b), z = flat(c);
    const auto both = [=] {
      const index_t half = n / 2;
      std::thread second([=] { triad(z.data() + half, x.data() + half, y.data() + half, n - half); });
      triad(z.data(), x.data(), y.data(), half);
      second.join();
      bench::keep(z);
    };
    const double bar =
        table.row("STREAM triad by hand" + size, 1, both, [=] { triad(z.data(), x.data(), y.data(), n), bench::keep(z); }) / 0.9;
    shared(table, "sum(x)" + size, bar, [=] { bench::keep(sum(x)); });
    shared(table, "copy(2 * x + y, z)" + size, bar, [=] { copy(2.0 * x + y, z); });
    shared(table, "copy(a + transpose(b), c)" + size, bar, [=] { copy(a + transpose(b), c); });
  }
}

// Verbs of tables and signals.
void verbs() {
  bench::table table("two threads against one: verbs");
  constexpr index_t n = 10'000'000;
  const auto x = flat(random_normal<double>({n}, 0, 1, 1));
  const auto few = clone(cast<std::int64_t>(flat(random_uniform<double>({n}, 0, 1000, 2)))),
             many = clone(cast<std::int64_t>(flat(random_uniform<double>({n}, 0, 1e6, 3))));
  shared(table, "group_reduce(keys, x, sum) 1e7, 1e3 groups", 0.56, [=] { bench::keep(group_reduce(few, x, reducer::sum)); });
  shared(table, "group_reduce(keys, x, sum) 1e7, 1e6 groups", 0.56, [=] { bench::keep(group_reduce(many, x, reducer::sum)); });
  const auto far = clone(many * 2003);
  shared(table, "group_reduce(keys, x, sum) 1e7, 1e6 groups far apart", 0.56, [=] { bench::keep(group_reduce(far, x, reducer::sum)); });
  shared(table, "categorize(int64) 1e7, 1e3 levels", 0.63, [=] { bench::keep(categorize(few)); });
  shared(table, "arggroup(int64) 1e7, 1e6 groups", 0.63, [=] { bench::keep(arggroup(many)); });
  shared(table, "variance(x) 1e7", 0.65, [=] { bench::keep(variance(x)); });
  shared(table, "filter(x, x > 0) 1e7", 0.63, [=] { bench::keep(filter(x, [](double value) { return value > 0; })); });
  shared(table, "histogram(x, 100) 1e7", 0.56, [=] { bench::keep(histogram(x, bins{100})); });
  const auto left = clone(slice(many, 0, 1'000'000)), right = clone(slice(many, 1'000'000, 1'000'000));
  shared(table, "arg_join 1e6 x 1e6", 0.63, [=] { bench::keep(arg_join(left, right)); });
  shared(table, "unique(int64) 1e6", 0.63, [=] { bench::keep(unique(left)); });
  shared(table, "unique(double) 1e6", 0.63, [=] { bench::keep(unique(slice(x, 0, 1'000'000))); });
  const auto some = clone(slice(x, 0, 1'000'000));
  shared(table, "rolling_median(x, 101) 1e6", 0.56, [=] { bench::keep(rolling_median(some, 101)); });
  shared(table, "rolling(x, 101, mean) 1e6", 0.63, [=] { bench::keep(rolling(some, 101, reducer::mean)); });
  const auto words = clone(map([](double value) { return std::to_string(value); }, some));
  shared(table, "clone(parse<double>(words)) 1e6", 0.63, [=] { bench::keep(clone(parse<double>(words))); });
  const auto a = random_uniform<double>({1000, 1000}, -1, 1, 3), b = random_uniform<double>({1000, 1000}, -1, 1, 4),
             picture = random_uniform<double>({4096, 4096}, -1, 1, 5);
  shared(table, "matmul 1000", 0.56, [=] { bench::keep(matmul(a, b)); });
  shared(table, "gaussian_filter(4096 x 4096, 2)", 0.56, [=] { bench::keep(gaussian_filter(picture, 2.0)); });
}

}  // namespace

int main() {
  bench::table table("two threads against one");
  constexpr index_t n = 10'000'000;
  const auto x = random_uniform<double>({n}, -1, 1, 1), y = random_uniform<double>({n}, -1, 1, 2), z = zeros({n});
  shared(table, "copy(sin(x) * y + 3, z) 1e7", 0.56, [=] { copy(sin(x) * y + 3.0, z); });
  shared(table, "13 operators 1e7", 0.56,
         [=] { copy((((x - y) * (x + y) + 0.5) * (x - y) - (x + y)) * 0.25 + (x - y) * (x - y) * 1.5, z); });
  shared(table, "copy(x, z) 1e7", 0.65, [=] { copy(x, z); });
  shared(table, "fill(z, 1) 1e7", 0.65, [=] { fill(z, 1.0); });
  shared(table, "z += x 1e7", 0.65, [=] { z += x; });
  shared(table, "dot(x, y) 1e7", 0.65, [=] { bench::keep(dot(x, y)); });
  const auto i = clone(cast<std::int32_t>(x * 1e6));
  shared(table, "sum(int32) 1e7", 0.65, [=] { bench::keep(sum(i)); });
  shared(table, "max(x) 1e7", 0.65, [=] { bench::keep(max(x)); });
  shared(table, "cumsum(x) 1e7", 0.75, [=] { cumsum(x, into{z}); });
  shared(table, "sort(x) 1e7", 0.56, [=] { bench::keep(sort(x)); });
  shared(table, "argsort(x) 1e7", 0.56, [=] { bench::keep(argsort(x)); });

  const auto a = random_uniform<double>({4096, 4096}, -1, 1, 3), b = random_uniform<double>({4096, 4096}, -1, 1, 4),
             c = zeros({4096, 4096});
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
  from_memory();
  verbs();
  sparse_data();
}
