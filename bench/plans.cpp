// SPDX-License-Identifier: BSL-1.0
// Plans beside hand-written loops that do the same: a step of a gradient descent, a softmax, an attention block, two results of the same
// inputs, and what five small steps cost by themselves. The statements of the plan, run eagerly on tensors of run-time type, are timed as a
// peer.
#include <ravel/any.hpp>
#include <ravel/plan.hpp>
#include <ravel/ravel.hpp>

#include "support.hpp"

#include <cmath>

namespace {

using namespace ravel;

tensor<double> drawn(const shape& extents, std::uint64_t seed) { return clone(random_uniform<double>(extents, -1, 1, seed)); }

[[gnu::noinline]] double hand_step(index_t n, const double* __restrict x, const double* __restrict y, double* __restrict w,
                                   double* __restrict miss) {
  double loss = 0, g[3] = {};
  for (index_t i = 0; i < n; ++i) miss[i] = x[3 * i] * w[0] + x[3 * i + 1] * w[1] + x[3 * i + 2] * w[2] - y[i];
  for (index_t i = 0; i < n; ++i) loss += miss[i] * miss[i];
  for (index_t i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) g[k] += x[3 * i + k] * miss[i];
  }
  for (int k = 0; k < 3; ++k) w[k] -= 0.2 * g[k] / static_cast<double>(n);
  return loss / static_cast<double>(n);
}

void gradient(bench::table& table, index_t samples) {
  const tensor<double> xs = drawn({samples, 3}, 1), ys = drawn({samples}, 2), weights = zeros<double>({3}), loss = empty<double>({});
  const planned_extent n("samples");
  const planned x = placeholder<double>("x", {n, 3}), y = placeholder<double>("y", {n});
  const variable w("w", weights);
  const planned miss = matmul(x, w) - y;
  const plan step({x, y}, {{"loss", mean(square(miss))}}, {update(w, w - 0.2 * matmul(transpose(x), miss) / n)});
  const auto room = std::make_shared<workspace>(step);
  const tensor<double> by_hand = zeros<double>({3}), between = empty<double>({samples});
  const any_tensor eager_x = xs, eager_y = ys, eager_w = zeros<double>({3});
  table.row(
      "gradient step, " + std::to_string(samples) + " samples", 1.2,
      [=] {
        bench::keep(step.run(*room, {xs, ys}, {{"loss", loss}}));
      },
      [=] { bench::keep(hand_step(samples, xs.data(), ys.data(), by_hand.data(), between.data())); },
      {.peers = {{"eager", [=] {
                    const any_tensor missed = clone(matmul(eager_x, eager_w) - eager_y);
                    bench::keep(mean(square(missed)));
                    copy(eager_w - 0.2 * matmul(transpose(eager_x), missed) / samples, eager_w);
                  }}}});
}

[[gnu::noinline]] void hand_softmax(index_t rows, index_t columns, const double* __restrict in, double* __restrict out) {
  for (index_t i = 0; i < rows; ++i) {
    const double* const from = in + i * columns;
    double* const to = out + i * columns;
    double most = from[0], whole = 0;
    for (index_t j = 0; j < columns; ++j) most = from[j] > most ? from[j] : most;
    for (index_t j = 0; j < columns; ++j) to[j] = std::exp(from[j] - most);
    for (index_t j = 0; j < columns; ++j) whole += to[j];
    for (index_t j = 0; j < columns; ++j) to[j] /= whole;
  }
}

void softmax_of_rows(bench::table& table) {
  constexpr index_t n = 512;
  const tensor<double> a = drawn({n, n}, 3), to = empty<double>({n, n}), by_hand = empty<double>({n, n});
  const planned_extent rows("rows"), columns("columns");
  const planned x = placeholder<double>("x", {rows, columns}), e = exp(x - max(x, 1, keep));
  const plan p({x}, {{"softmax", e / sum(e, 1, keep)}});
  const auto room = std::make_shared<workspace>(p);
  table.row(
      "softmax of 512 x 512", 1.1,
      [=] {
        bench::keep(p.run(*room, {a}, {{"softmax", to}}));
      },
      [=] { hand_softmax(n, n, a.data(), by_hand.data()), bench::keep(by_hand); }, {});
}

// An attention block, beside the same statements on tensors whose type is known.
void attention(bench::table& table) {
  constexpr index_t batch = 8, length = 128, width = 64;
  const tensor<double> q = drawn({batch, length, width}, 5), k = drawn({batch, length, width}, 6), v = drawn({batch, length, width}, 7),
                       to = empty<double>({batch, length, width});
  const auto attended = [](const auto& queries, const auto& keys, const auto& values, const auto& kept) {
    const auto s = matmul(queries, swap_axes(keys, 1, 2)) / 8.0;
    const auto e = kept(exp(s - max(s, -1, keep)));
    return matmul(e / sum(e, -1, keep), values);
  };
  const planned_extent n("batch"), queries("queries"), keys("keys");
  const planned x = placeholder<double>("q", {n, queries, width}), y = placeholder<double>("k", {n, keys, width}),
                z = placeholder<double>("v", {n, keys, width});
  const plan p({x, y, z}, {{"out", attended(x, y, z, [](const planned& e) { return e; })}});
  const auto room = std::make_shared<workspace>(p);
  table.row(
      "attention of 8 x 128 x 64", 1.1,
      [=] {
        bench::keep(p.run(*room, {q, k, v}, {{"out", to}}));
      },
      [=] { bench::keep(attended(q, k, v, [](const auto& e) { return clone(e); })); }, {});
}

[[gnu::noinline]] void hand_results(index_t n, const double* __restrict a, const double* __restrict b, double* __restrict sum,
                                    double* __restrict product) {
  for (index_t i = 0; i < n; ++i) {
    sum[i] = a[i] + b[i];
    product[i] = a[i] * b[i];
  }
}
// In as many lanes as the library has.
[[gnu::noinline]] void hand_moments(index_t n, const double* __restrict a, double* __restrict found) {
  double sum[32] = {}, squares[32] = {};
  for (index_t i = 0; i + 32 <= n; i += 32) {
    for (index_t k = 0; k < 32; ++k) sum[k] += a[i + k], squares[k] += a[i + k] * a[i + k];
  }
  found[0] = found[1] = 0;
  for (index_t k = 0; k < 32; ++k) found[0] += sum[k], found[1] += squares[k];
}

// Two results of the same inputs are one loop, by hand and in the plan.
void two_results(bench::table& table) {
  constexpr index_t length = 1'000'000 / 32 * 32;
  const tensor<double> a = drawn({length}, 8), b = drawn({length}, 9), sum_to = empty<double>({length}),
                       product_to = empty<double>({length}), found = empty<double>({2});
  const any_tensor eager_a = a, eager_b = b;
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), y = placeholder<double>("y", {n});
  const plan both({x, y}, {{"sum", x + y}, {"product", x * y}}), moments({x}, {{"sum", sum(x)}, {"squares", sum(square(x))}});
  const auto room = std::make_shared<workspace>(both), other_room = std::make_shared<workspace>(moments);
  table.row(
      "a + b and a * b", 1.1,
      [=] {
        bench::keep(both.run(*room, {a, b}, {{"sum", sum_to}, {"product", product_to}}));
      },
      [=] { hand_results(length, a.data(), b.data(), sum_to.data(), product_to.data()), bench::keep(product_to); },
      {.peers = {{"eager", [=] {
                    copy(eager_a + eager_b, any_tensor(sum_to));
                    copy(eager_a * eager_b, any_tensor(product_to));
                  }}}});
  table.row(
      "sum and sum of squares", 1.1, [=] { bench::keep(moments.run(*other_room, {a})); },
      [=] { hand_moments(length, a.data(), found.data()), bench::keep(found); },
      {.peers = {{"eager", [=] { bench::keep(sum(eager_a)), bench::keep(sum(square(eager_a))); }}}});
}

// Five steps that cannot be one loop. Of few elements, a run costs what a plan costs.
void five_steps(bench::table& table) {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const planned above = x - mean(x), scaled = above / sqrt(mean(square(above)));
  const plan p({x}, {{"y", scaled * 2 + max(scaled)}});
  const auto room = std::make_shared<workspace>(p);
  const tensor<double> in = drawn({8}, 4), out = empty<double>({8});
  table.row_alone(
      "five steps of 8 elements, no allocation", 1000,
      [=] {
        bench::keep(p.run(*room, {in}, {{"y", out}}));
      },
      0);
}

void ten_thousand(bench::table& table) {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  planned last = x;
  for (int k = 0; k < 5000; ++k) last = last * 0.5 + x;
  table.row_alone("10,000 steps planned", 10e6, [=] { bench::keep(plan({x}, {{"y", last}})); });
}

}  // namespace

int main() {
  bench::table table("plans");
  gradient(table, 500);
  gradient(table, 100'000);
  softmax_of_rows(table);
  attention(table);
  two_results(table);
  five_steps(table);
  ten_thousand(table);
}
