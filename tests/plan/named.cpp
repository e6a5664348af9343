// SPDX-License-Identifier: BSL-1.0
// Axes by name on planned values give what they give on tensors of run-time type, bit for bit.
#include <ravel/base/error.hpp>
#include <ravel/named.hpp>
#include <ravel/op.hpp>
#include <ravel/plan/named.hpp>
#include <ravel/plan/text.hpp>
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
  CHECK_THAT(describe(p), ContainsSubstring("t1 float64[n] = sum_of_product(x, w, \"(0 i j * 1 j) over j\")") && !ContainsSubstring("t2"));
}

TEST_CASE("a contraction is saved with its dims", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, 3}), y = placeholder<float>("y", {3, m, 2});
  const dim over("over"), also_i("i"), odd("a dim");
  const tensor<double> shares{0.5, 2, 3};
  const std::vector<std::pair<planned, const char*>> sums{
      {order(sum(x(i, over) * y(over, also_i), over), i, also_i), "sum_of_product(x, y, \"(0 i d * 1 d i#2) over d\")"},
      {order(mean(-x(i, odd) / n * (y(odd, also_i) * 2.5f), {odd, i}), also_i),
       "mean_of_product(x, n, y, 2.5f, \"((-0 i d / 1) * (2 d i#2 * 3)) over d i\")"},
      {order(sum(y(k, j) * shares(k), {j, 0, k})), "sum_of_product(y, p1, \"(0 k j * 1 k) over j k 0\")"},
      {order(sum(mean(x) * x(i), i)), "sum_of_product(mean(x), x, \"(0 * 1 i) over i\")"}};
  const std::vector<any_tensor> given{clone(random_uniform<double>({4, 3}, -1, 1, 1)), clone(random_uniform<float>({3, 5, 2}, -1, 1, 2))};
  for (const auto& [value, call] : sums) {
    const plan p({x, y}, {{"made", value}});
    const std::string saved = to_string(p);
    CHECK_THAT(saved, ContainsSubstring(call));
    const plan read = read_plan(saved, named_tensors(p));
    CHECK(to_string(read) == saved);
    CHECK(plan_tests::same_bits(read.run(given)["made"], p.run(given)["made"]));
  }
}

TEST_CASE("a contraction may be a formula, and what is none is refused", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n, 3}), w = placeholder<double>("w", {3});
  const planned_names names{{"x", x}, {"w", w}};
  const tensor<double> xs{{1, 2, 3}, {4, 5, 6}}, ws{1, 0, 2};
  const plan p({x, w}, {{"made", parse("sum_of_product( x, w, \"( 0 row k*1 k ) over k\") * 2", names)}});
  CHECK(equal(p.run({xs, ws})["made"], tensor<double>{14, 32}));
  const auto refused = [&](const char* product, const char* why) {
    INFO(product);
    CHECK_THROWS_WITH(parse("sum_of_product(x, w, \"" + std::string(product) + "\")", names), ContainsSubstring(why));
  };
  refused("", "expected the number of an operand at character 0");
  refused("(0 i j * 1 j", "expected )");
  refused("(0 i j + 1 j) over j", "expected * or / at character 7");
  refused("(0 i j * 2 j) over j", "there is no operand 2");
  refused("(0 i j * 1 j)", "expected over");
  refused("(0 i j * 1 j) over k", "has no dim k");
  refused("(0 i j * 1 j) over j j", "names dim j twice");
  refused("(0 i j * 1 j) over 0", "axis 0");
  refused("(0 i j * 1 i) over j", "dim i has the lengths");
  refused("(0 i j k * 1 j) over j", "3 places for x");
  refused("(0 i j * 99999999999999999999 j) over j", "expected a number");
  refused((std::string(70, ' ') + std::string(300, '-')).c_str(), "nested too deep");
  CHECK_THROWS_WITH(parse("sum_of_product(x, w)", names), ContainsSubstring("is written sum_of_product"));
  CHECK_THROWS_WITH(parse("sum_of_product(\"0\")", names), ContainsSubstring("is written sum_of_product"));
}
