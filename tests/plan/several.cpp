// SPDX-License-Identifier: BSL-1.0
// Recorded verbs with several results: each result has the bits that it has of tensors, and one step computes them all.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using namespace plan_tests;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;

namespace {

// A part of each line, of planned values or of tensors.
template <class Found, class P, class R, class T>
auto part(const Found& found, planned P::*recorded, T R::*eager) {
  if constexpr (std::same_as<Found, P>) {
    return found.*recorded;
  } else {
    return any_tensor(clone(map([eager](const R& one) { return one.*eager; }, found)));
  }
}

}  // namespace

TEST_CASE("counts of values are recorded for every type", "[plan]") {
  for (const shape& extents : {shape{4, 6}, shape{0}, shape{}}) {
    check_each_kind([](const auto& t) { return value_counts(t).values; }, extents);
    check_each_kind([](const auto& t) { return value_counts(t).counts; }, extents);
  }
  const any_tensor words = tensor<std::string>{"a", "b", "a"};
  check_recorded(of_one([](const auto& t) { return value_counts(t).values; }), {words});
  check_recorded(of_one([](const auto& t) { return value_counts(t).values; }), {cast(tensor<int>{1, 2, 1}, dtype::float16)});
}

TEST_CASE("histograms are recorded for every type", "[plan]") {
  check_each_kind([](const auto& t) { return histogram(t).counts; });
  check_each_kind([](const auto& t) { return histogram(t, bins{4}, between{-2, 2}).edges; });
  check_each_kind([](const auto& t) { return histogram(t, bin_rule::sturges).counts; });
  check_each_kind([](const auto& t) { return histogram(t, bin_rule::sqrt).edges; });
  const planned x = placeholder<double>("x", {planned_extent("n")});
  CHECK(histogram(x, bins{20}).edges.shape() == planned_shape{21});
  const planned_histogram found = histogram(x, bin_rule::scott);
  CHECK(found.edges.shape()[0] == found.counts.shape()[0] + 1);
  CHECK((slice(found.edges, 0, 1, found.counts.shape()[0]) * found.counts).shape() == found.counts.shape());
}

TEST_CASE("statistics with several values are recorded", "[plan]") {
  check_each_kind([](const auto& t) { return quartiles(t).first; });
  check_each_kind([](const auto& t) { return quartiles(t, nan_policy::skip).max; });
  check_each_kind([](const auto& t) { return descriptive_statistics(t).count; });
  check_each_kind([](const auto& t) { return descriptive_statistics(t, ddof{1}).standard_deviation; });
  support::random r(2);
  const any_tensor x = random_tensor<double>(r, {4, 6}), y = random_tensor<int>(r, {4, 6});
  check_recorded(of_two([](const auto& a, const auto& b) { return linear_regression(a, b).slope; }), {x, y});
  check_recorded(of_two([](const auto& a, const auto& b) { return linear_regression(a, b, nan_policy::skip).r_squared; }), {x, y});
  check_recorded(of_two([](const auto& a, const auto& b) { return theil_sen(a, b).intercept; }), {x, y});
}

TEST_CASE("statistics with several values are recorded along axes", "[plan]") {
  check_each_kind([](const auto& t) { return part(quartiles(t, 1), &planned_quartiles::first, &quartile_values::first); });
  check_each_kind([](const auto& t) {
    return part(quartiles(t, {0, -1}, keep, nan_policy::skip), &planned_quartiles::max, &quartile_values::max);
  });
  check_each_kind([](const auto& t) { return part(descriptive_statistics(t, 0), &planned_statistics::count, &statistic_values::count); });
  check_each_kind(
      [](const auto& t) { return part(descriptive_statistics(t, 1, keep, ddof{1}), &planned_statistics::skew, &statistic_values::skew); });
  support::random r(2);
  const any_tensor x = random_tensor<double>(r, {4, 6}), y = random_tensor<int>(r, {4, 6});
  const auto slope = [](const auto& a, const auto& b) {
    return part(linear_regression(a, b, 1), &planned_line_fit::slope, &line_fit::slope);
  };
  check_recorded(of_two(slope), {x, y});
  check_recorded(of_two([](const auto& a, const auto& b) {
                   return part(theil_sen(a, b, 0, keep), &planned_median_line::intercept, &median_line::intercept);
                 }),
                 {x, y});
  const planned_extent n("n");
  const planned a = placeholder<double>("a", {n, 6}), b = placeholder<double>("b", {n, 6});
  CHECK(quartiles(a, 1, keep).min.shape() == planned_shape{n, 1});
  CHECK(linear_regression(a, b, 1).count.shape() == planned_shape{n});
  CHECK(parse("quartiles(a, 0).third", planned_names{{"a", a}}).shape() == planned_shape{6});
}

TEST_CASE("the results of one call share one computation", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<int>("x", {n});
  const auto [values, counts] = value_counts(x);
  CHECK((cast<double>(values) * counts / n).shape() == values.shape());
  const plan p({x}, {{"values", values}, {"counts", counts}, {"kinds", counts.shape()[0] * sum(x)}});
  CHECK(describe(p) ==
        "t1 int64[(length of value_counts)] = value_counts(x)\n"
        "t2 int32[(length of value_counts)] = t1.values\n"
        "t3 int64[(length of value_counts)] = t1.counts\n"
        "t4 int64[] = sum(x)\n"
        "result values = t2\n"
        "result counts = t3\n"
        "result kinds = (length of value_counts) * t4\n");
  const results made = p.run({tensor<int>{5, 7, 5}});
  CHECK(equal(made["values"], tensor<int>{5, 7}));
  CHECK(equal(made["counts"], tensor<index_t>{2, 1}));
  CHECK(made.number<index_t>("kinds") == 34);
  const plan one({x}, {{"a", counts}, {"b", counts}, {"c", value_counts(x).counts}});
  const results shared = one.run({tensor<int>{5, 7, 5}});
  shared["a"].write(0, 9);  // a result is nobody else's memory
  CHECK(equal(shared["b"], tensor<index_t>{2, 1}));
  CHECK(equal(shared["c"], tensor<index_t>{2, 1}));
}

TEST_CASE("verbs with several results refuse what they cannot take when they are recorded", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n}), y = placeholder<double>("y", {m}), z = placeholder<std::complex<double>>("z", {n});
  CHECK_THROWS_AS(value_counts(z), type_error);
  CHECK_THROWS_AS(histogram(z), type_error);
  CHECK_THROWS_AS(quartiles(z), type_error);
  CHECK_THROWS_AS(linear_regression(z, x), type_error);
  CHECK_THROWS_WITH(linear_regression(x, y), ContainsSubstring("x float64[n] and y float64[m]"));
  CHECK_THROWS_AS(histogram(x, bins{0}), value_error);
}
