// SPDX-License-Identifier: BSL-1.0
// Products and whole reductions that are bound to the lengths of a run: they have the bits of the verbs, of inputs in any layout, and
// allocate nothing.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <plan/recorded_as_eager.hpp>
#include <support/faults.hpp>
#include <support/on_one_thread.hpp>

#include <limits>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using plan_tests::same_bits;

namespace {

template <class T>
any_tensor some(const shape& extents, std::uint64_t seed) {
  return clone(cast<T>(random_uniform<double>(extents, -9, 9, seed)));
}

template <class F>
std::int64_t allocations_of(const F& f) {
  const support::on_one_thread alone;
  const std::int64_t before = support::total_allocations();
  f();
  return support::total_allocations() - before;
}

// A matrix that lies in columns, has its rows apart, or is computed.
any_tensor laid_otherwise(const any_tensor& x, std::uint64_t k) {
  if (k % 4 == 1) return transpose(clone(transpose(x)));
  if (k % 4 == 2) return slice(clone(concat(along(1), x, x)), 1, 0, x.extent(1));
  if (k % 4 == 3) return cast(x * 1, x.dtype());
  return x;
}

template <class T>
void check_products() {
  const planned_extent m("m"), k("k"), n("n");
  const planned x = placeholder(dtype_of<T>(), "x", {m, k}), y = placeholder(dtype_of<T>(), "y", {k, n});
  const plan p({x, y}, {{"z", matmul(x, y)},
                        {"turned", matmul(transpose(y), transpose(x))},
                        {"gram", matmul(transpose(x), x)},
                        {"row", matmul(select(x, 0, 0), flip(y, 0))},
                        {"column", matmul(flip(x, 1), select(y, 1, 0))},
                        {"chain", matmul(matmul(x, y), transpose(y))}});
  workspace room(p);
  for (std::uint64_t run = 0; run < 24; ++run) {
    const auto rows = static_cast<index_t>(1 + run % 5), inner = static_cast<index_t>(1 + run % 3),
               columns = static_cast<index_t>(1 + run % 2);
    INFO("run " << run);
    const any_tensor a = laid_otherwise(some<T>({rows, inner}, run), run / 3), b = laid_otherwise(some<T>({inner, columns}, run + 99), run);
    const results made = p.run(room, {a, b});
    CHECK(same_bits(made["z"], matmul(a, b)));
    CHECK(same_bits(made["turned"], matmul(transpose(b), transpose(a))));
    CHECK(same_bits(made["gram"], matmul(transpose(a), a)));
    CHECK(same_bits(made["row"], matmul(select(a, 0, 0), flip(b, 0))));
    CHECK(same_bits(made["column"], matmul(flip(a, 1), select(b, 1, 0))));
    CHECK(same_bits(made["chain"], matmul(matmul(a, b), transpose(b))));
  }
}

}  // namespace

TEST_CASE("bound products have the bits of matmul", "[plan]") {
  check_products<double>();
  check_products<float>();
  check_products<std::complex<float>>();
  check_products<std::int64_t>();
  check_products<std::int16_t>();
  check_products<float16>();
}

TEST_CASE("bound products of stacks, and of no elements", "[plan]") {
  const planned_extent s("s"), m("m"), k("k");
  const planned x = placeholder<double>("x", {s, m, k}), y = placeholder<double>("y", {k, m});
  const plan p({x, y}, {{"z", matmul(x, y)}, {"turned", matmul(swap_axes(x, 1, 2), transpose(y))}});
  workspace room(p);
  for (const index_t stack : {3, 20, 0, 1}) {
    for (const index_t rows : {4, 0, 1, 40}) {
      for (const index_t inner : {5, 0, 1}) {
        INFO(stack << ", " << rows << ", " << inner);
        const any_tensor a = some<double>({stack, rows, inner}, 1), b = some<double>({inner, rows}, 2);
        const results made = p.run(room, {a, b});
        CHECK(same_bits(made["z"], matmul(a, b)));
        CHECK(same_bits(made["turned"], matmul(swap_axes(a, 1, 2), transpose(b))));
      }
    }
  }
}

TEST_CASE("a bound product of integers that does not fit says so in each run", "[plan]") {
  const planned x = placeholder<std::int64_t>("x", {2, 2});
  const plan p({x}, {{"z", matmul(x, x) + 1}});
  workspace room(p);
  const std::int64_t big = std::numeric_limits<std::int64_t>::max();
  for (int k = 0; k < 2; ++k) {
    CHECK_THROWS_AS(p.run(room, {tensor<std::int64_t>{{big, big}, {1, 1}}}), overflow_error);
    CHECK(same_bits(p.run(room, {tensor<std::int64_t>{{1, 2}, {3, 4}}})["z"], any_tensor(tensor<std::int64_t>{{8, 11}, {16, 23}})));
  }
}

TEST_CASE("bound reductions have the bits of the verbs in each run", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<float>("x", {n, m}), i = placeholder<std::int64_t>("i", {n, m});
  const plan p({x, i}, {{"sum", sum(x)}, {"mean", mean(x)}, {"low", min(i)}, {"high", max(transpose(x))}, {"ints", sum(i)}});
  workspace room(p);
  const std::int64_t big = std::numeric_limits<std::int64_t>::max();
  for (const index_t rows : {1, 30, 700}) {
    for (std::uint64_t k = 0; k < 8; ++k) {
      INFO(rows << " rows, run " << k);
      const any_tensor a = laid_otherwise(some<float>({rows, 7}, k), k), ints = laid_otherwise(some<std::int64_t>({rows, 7}, k + 9), k / 2);
      const results made = p.run(room, {a, ints});
      CHECK(same_bits(made["sum"], scalar_tensor(sum(a))));
      CHECK(same_bits(made["mean"], scalar_tensor(mean(a))));
      CHECK(same_bits(made["low"], scalar_tensor(min(ints))));
      CHECK(same_bits(made["high"], scalar_tensor(max(a))));
      CHECK(same_bits(made["ints"], scalar_tensor(sum(ints))));
      CHECK_THROWS_AS(p.run(room, {a, any_tensor(clone(full(dtype::int64, {rows, 7}, any_scalar(big))))}), overflow_error);
    }
  }
  CHECK_THROWS_WITH(p.run(room, {some<float>({0, 7}, 1), some<std::int64_t>({0, 7}, 1)}), ContainsSubstring("in "));
}

TEST_CASE("after the first run a step of a gradient descent allocates nothing", "[plan]") {
  const planned_extent n("samples");
  const planned x = placeholder<double>("x", {n, 3}), y = placeholder<double>("y", {n});
  const variable w("w", zeros<double>({3}));
  const planned miss = matmul(x, w) - y;
  const plan step({x, y}, {{"loss", mean(square(miss))}}, {update(w, w - 0.2 * matmul(transpose(x), miss) / n)});
  workspace room(step);
  const any_tensor eager_w = clone(zeros<double>({3}));
  for (const index_t length : {1, 500, 3000}) {
    for (std::uint64_t k = 0; k < 3; ++k) {
      INFO("length " << length << ", run " << k);
      const any_tensor xs = some<double>({length, 3}, k), ys = some<double>({length}, k + 5);
      const tensor<double> loss = empty<double>({});
      const std::int64_t made = allocations_of([&] { (void)step.run(room, {xs, ys}, {{"loss", loss}}); });
      CHECK((made == 0) == (k > 0));
      const any_tensor missed = clone(matmul(xs, eager_w) - ys);
      CHECK(same_bits(loss, scalar_tensor(mean(square(missed)))));
      copy(eager_w - 0.2 * matmul(transpose(xs), missed) / length, eager_w);
      CHECK(same_bits(w.value(), eager_w));
    }
  }
}
