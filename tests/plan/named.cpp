// SPDX-License-Identifier: BSL-1.0
// Axes by name on planned values give what they give on tensors of run-time type, bit for bit.
#include <ravel/base/error.hpp>
#include <ravel/named.hpp>
#include <ravel/op.hpp>
#include <ravel/plan/named.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;
using plan_tests::check_recorded;
using plan_tests::of_one;
using plan_tests::of_two;

namespace {

const dim i("i"), j("j"), k("k"), l("l");

template <class F>
void check_one(const F& f, const shape& extents = {4, 6}) {
  support::random r(11);
  const auto faces = of_one(f);
  check_recorded(faces, {random_tensor<double>(r, extents)});
  check_recorded(faces, {random_tensor<float>(r, extents)});
  check_recorded(faces, {random_tensor<std::int16_t>(r, extents)});
}
template <class F>
void check_two(const F& f, const shape& first, const shape& second) {
  support::random r(13);
  const auto faces = of_two(f);
  check_recorded(faces, {random_tensor<double>(r, first), random_tensor<double>(r, second)});
  check_recorded(faces, {random_tensor<float>(r, first), random_tensor<float>(r, second)});
  check_recorded(faces, {random_tensor<std::int16_t>(r, first), random_tensor<float>(r, second)});
  check_recorded(faces, {random_tensor<int>(r, first), random_tensor<int>(r, second)});
}

}  // namespace

TEST_CASE("axes of planned values have names", "[plan]") {
  check_one([](const auto& x) { return order(x(i, j), j, i); });
  check_one([](const auto& x) { return order(x(i)(j), j, i); });
  check_one([](const auto& x) { return order(x(i, 2), i); });
  check_one([](const auto& x) { return order(x(all, j), j); });
  check_one([](const auto& x) { return order(x(i, slice(1, 3)), i); });
  check_one([](const auto& x) { return order(x(ellipsis, j)(i), j, i); });
  check_one([](const auto& x) { return order(x(i, newaxis, j), j, i); });
  check_one([](const auto& x) { return order(x(i, j), pack(j, i)); });
  check_one([](const auto& x) { return order(rename(x(i, j), i, k), j, k); });
  check_one([](const auto& x) { return order(x(i, i), i); }, {5, 5});
  check_one([](const auto& x) { return order(x(k, i, j, i), j, k, i); }, {2, 3, 4, 3});
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n, 6});
  CHECK(order(x(i, pack(j(2), k)), k, i, j).shape() == planned_shape{3, n, 2});
  CHECK(order(x(i, pack(j(2), k(3))), k, pack(i, j)).shape() == planned_shape{3, 2 * n});
  const tensor<double> t = clone(random_uniform<double>({4, 6}, -1, 1, 3));
  const plan p({x}, {{"y", order(x(i, pack(j(2), k)) * 2, k, i, j)}});
  CHECK(plan_tests::same_bits(p.run({t})["y"], clone(order(any_tensor(t)(i, pack(j(2), k)) * 2, k, i, j))));
}

TEST_CASE("elementwise work of planned values is aligned by names", "[plan]") {
  check_two([](const auto& x, const auto& y) { return order(x(i, j) + y(j, i), i, j); }, {4, 3}, {3, 4});
  check_two([](const auto& x, const auto& y) { return order(x(i, j) - y(j), j, i); }, {4, 3}, {3});
  check_two([](const auto& x, const auto& y) { return order(x(i, j) * y(k, l), l, i, k, j); }, {4, 3}, {2, 5});
  check_two([](const auto& x, const auto& y) { return order(where(x(i, j) < y(j), x(i, j), 2 * y(j)), i, j); }, {4, 3}, {3});
  check_two([](const auto& x, const auto& y) { return order(maximum(x(i), y(j)) + 1, j, i); }, {4}, {3});
  check_two([](const auto& x, const auto& y) { return order(x(i) + y(i), i); }, {4, 3}, {4, 1});  // positional axes stretch
  check_two([](const auto& x, const auto& y) { return order(x(i) + y(i), i); }, {4, 3}, {4});
  check_one([](const auto& x) { return order(clip(abs(x(i, j)), 1, 3) - cast(x(i, j), dtype::float64), i, j); });
}

TEST_CASE("sums and means of products along names are contractions", "[plan]") {
  for (const auto& [first, second] : {std::pair(shape{4, 3}, shape{3, 5}), std::pair(shape{40, 70}, shape{70, 30})}) {
    check_two([](const auto& x, const auto& y) { return order(sum(x(i, k) * y(k, j), k), i, j); }, first, second);
    check_two([](const auto& x, const auto& y) { return order(mean(y(k, j) * x(i, k), k), i, j); }, first, second);
    check_two([](const auto& x, const auto& y) { return order(sum(-(x(i, k) * y(k, j)) / 4, {k, j}), i); }, first, second);
    check_two([](const auto& x, const auto& y) { return order(sum(x(i, k) * 3 * y(k, j) * x(i, k), {k, i}), j); }, first, second);
    check_two([](const auto& x, const auto& y) { return order(sum((x(i, k) + 1) * abs(y(k, j)), k) - 1, j, i); }, first, second);
  }
  check_one([](const auto& x) { return order(sum(x(i, j), j), i); });
  check_one([](const auto& x) { return order(sum(x(i, j) * x(i, j), {i, j})); });
  check_one([](const auto& x) { return order(mean(x(i, j), i), j); });
  check_one([](const auto& x) { return order(sum(2 * x(i, j), {j, i})); });
  check_one([](const auto& x) { return order(sum(x(i) * x(i), {i, 0})); });
  check_one([](const auto& x) { return order(sum(x(i, j), i, nan_policy::skip), j); });
}

TEST_CASE("verbs of planned values go along names", "[plan]") {
  check_one([](const auto& x) { return order(max(x(i, j), j), i); });
  check_one([](const auto& x) { return order(max(x(i, j), {j, i})); });
  check_one([](const auto& x) { return order(argmin(x(j, i), j), i); });
  check_one([](const auto& x) { return order(variance(x(i, j), i, ddof{1}), j); });
  check_one([](const auto& x) { return order(median(x(i, j), i), j); });
  check_one([](const auto& x) { return order(quantile(x(i, j), 0.25, j), i); });
  check_one([](const auto& x) { return order(cumsum(x(i, j), i), j, i); });
  check_one([](const auto& x) { return order(sort(x(i, j), j, sort_order::descending), i, j); });
  check_one([](const auto& x) { return order(softmax(x(i, j), i), i, j); });
  check_one([](const auto& x) { return order(logsumexp(x(i, j), i), j); });
  check_one([](const auto& x) { return order(diff(x(i, j), i), j, i); });
  check_one([](const auto& x) { return order(norm(x(i), {i, 0})); });
  check_two([](const auto& x, const auto& y) { return order(covariance(x(i, k), y(k, i), k), i); }, {4, 6}, {6, 4});
  check_two([](const auto& x, const auto& y) { return order(correlation(x(i, k), y(k), k), i); }, {4, 6}, {6});
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n, 3});
  const planned total = max(x(i, j), {i, j});
  CHECK(total.rank() == 0);
  CHECK(extent(cumsum(x(i, j), i), i) == planned_length(n));
}

TEST_CASE("planned positions have names, too", "[plan]") {
  const planned_extent n("n"), m("m");
  const dim word("word"), axis("axis");
  const planned table = placeholder<double>("table", {m, 3}), words = placeholder<int>("words", {n}),
                pairs = placeholder<int>("pairs", {n, 2});
  const tensor<double> t = clone(random_uniform<double>({5, 3}, -1, 1, 3));
  const tensor<int> w{4, 0, 4, 2}, two{{0, 1}, {1, 2}, {4, 4}, {3, 0}};
  const plan p({table, words, pairs}, {{"rows", order(table(words(word), axis), axis, word)},
                                       {"both", order(sum(table(pairs(word, i), axis), i), word, axis)},
                                       {"plain", order(table(words, axis), axis)}});
  const any_tensor of_t = t, of_w = w, of_two_words = two;
  for (int run = 0; run < 2; ++run) {
    const results made = p.run({t, w, two});
    CHECK(plan_tests::same_bits(made["rows"], clone(order(of_t(of_w(word), axis), axis, word))));
    CHECK(plan_tests::same_bits(made["both"], clone(order(sum(of_t(of_two_words(word, i), axis), i), word, axis))));
    CHECK(plan_tests::same_bits(made["plain"], clone(transpose(take(of_t, 0, selection(cast<index_t>(w)))))));
  }
}

TEST_CASE("tensors with names stand beside planned values, and are read by each run", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n, 3});
  const tensor<double> weights{1, 2, 4}, t = clone(random_uniform<double>({5, 3}, -1, 1, 3));
  const plan p({x}, {{"y", order(sum(x(i, j) * weights(j), j), i)}, {"z", order(any_tensor(weights)(j) + x(i, j), i, j)}});
  for (const double first : {1.0, 9.0}) {
    weights.write({0}, first);
    const results made = p.run({t});
    CHECK(plan_tests::same_bits(made["y"], clone(order(sum(any_tensor(t)(i, j) * weights(j), j), i))));
    CHECK(plan_tests::same_bits(made["z"], clone(order(any_tensor(weights)(j) + any_tensor(t)(i, j), i, j))));
  }
  const plan share({x}, {{"share", order(sum(x(i, j) * weights(j) / n, {i, j}))}});
  CHECK(plan_tests::same_bits(share.run({t})["share"], clone(order(sum(any_tensor(t)(i, j) * weights(j) / index_t{5}, {i, j})))));
}

TEST_CASE("names that planned values do not have are refused when they are recorded", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, 3}), y = placeholder<double>("y", {m, 3});
  CHECK_THROWS_WITH(x(i, j) + y(i, j), ContainsSubstring("dim i has the lengths n in x float64[n 3] and m in y float64[m 3]"));
  CHECK_THROWS_WITH(order(x(i, j), i), ContainsSubstring("(j) are still bound"));
  CHECK_THROWS_WITH(order(x(i, j), i, k), ContainsSubstring("x float64[n 3] has no dim k"));
  CHECK_THROWS_WITH(order(x(i, j), i, i), ContainsSubstring("names dim i twice"));
  CHECK_THROWS_WITH(sum(x(i, j), k), ContainsSubstring("has no dim k"));
  CHECK_THROWS_WITH(sum(x(i, j), {i, i}), ContainsSubstring("names dim i twice"));
  CHECK_THROWS_WITH(max(x(i), {i, 1}), ContainsSubstring("1"));
  CHECK_THROWS_WITH(x(i, j, k), ContainsSubstring("3 places for x float64[n 3]"));
  CHECK_THROWS_WITH(x(i, j(4)), ContainsSubstring("dim j is 4"));
  CHECK_THROWS_WITH(x(i, i), ContainsSubstring("dim i has the lengths n and 3"));
  CHECK_THROWS_WITH(x(pack(i, j), k), ContainsSubstring("write i(n)"));
  CHECK_THROWS_WITH(rename(x(i, j), i, j), ContainsSubstring("there is a dim j already"));
  CHECK_THROWS_AS(x(y(k, l), j), type_error);
  CHECK_THROWS_AS(planned(x(i, j)), value_error);
  planned_named deep = x(i, j);
  CHECK_THROWS_AS(([&] {
                    for (int level = 0; level < 300; ++level) deep = deep * y(k, l);
                  }()),
                  layout_error);
}

TEST_CASE("a contraction is listed, and is one step where it is recorded twice", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n, 3}), w = placeholder<double>("w", {3});
  const auto product = [&] { return order(sum(x(i, j) * w(j), j), i); };
  const plan p({x, w}, {{"a", product() + 1}, {"b", product() * 2}});
  CHECK_THAT(describe(p),
             ContainsSubstring("t1 float64[n] = sum(x, w, \"(0 i#0 j#1 * 1 j#1) over j#1 to i#0\")") && !ContainsSubstring("t2"));
  CHECK_THROWS_WITH(to_string(p), ContainsSubstring("has no text"));
}
