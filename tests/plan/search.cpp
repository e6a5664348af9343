// SPDX-License-Identifier: BSL-1.0
// Recorded searches, and verbs of the lines of two values: the bits that they have of tensors.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;
using plan_tests::check_recorded;
using plan_tests::of_two;

TEST_CASE("searches in planned values are recorded for every pair of types", "[plan]") {
  support::random r(2);
  for (const any_tensor& x : plan_tests::one_of_each_kind(r, {7})) {
    for (const any_tensor& y : plan_tests::one_of_each_kind(r, {2, 3})) {
      INFO(name(x.dtype()) << " " << name(y.dtype()));
      check_recorded(of_two([](const auto& a, const auto& b) { return membership(a, b); }), {x, y});
      check_recorded(of_two([](const auto& a, const auto& b) { return index_of(a, b); }), {x, y});
      if (x.dtype() == dtype::complex128) continue;
      const any_tensor sorted = sort(x);
      check_recorded(of_two([](const auto& a, const auto& b) { return searchsorted(a, b); }), {sorted, y});
      check_recorded(of_two([](const auto& a, const auto& b) { return searchsorted(a, b, search_side::right); }), {sorted, y});
    }
  }
  const any_tensor words = tensor<std::string>{"a", "b", "d"}, wanted = tensor<std::string>{"c", "a"},
                   none = clone(zeros(dtype::string, {0}));
  check_recorded(of_two([](const auto& a, const auto& b) { return searchsorted(a, b); }), {words, wanted});
  check_recorded(of_two([](const auto& a, const auto& b) { return index_of(a, b); }), {words, wanted});
  check_recorded(of_two([](const auto& a, const auto& b) { return membership(a, b); }), {words, none});
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), t = placeholder<double>("t", {n, n}), w = placeholder<std::string>("w", {n});
  CHECK_THROWS_WITH(searchsorted(t, x), ContainsSubstring("t float64[n n]"));
  CHECK_THROWS_AS(searchsorted(w, x), type_error);
  CHECK(describe(plan({x}, {{"y", searchsorted(tensor<double>{1, 2}, x, search_side::right)}})) ==
        "t1 int64[n] = searchsorted(tensor float64[2], x, search_side::right)\nresult y = t1\n");
}

TEST_CASE("searches are printed and read", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n}), y = placeholder<float>("y", {m});
  const plan p({x, y}, {{"left", searchsorted(x, y)}, {"right", searchsorted(x, y, search_side::right)}, {"first", index_of(x, y)}});
  const std::string saved = to_string(p);
  CHECK_THAT(saved, ContainsSubstring("output left = searchsorted(x, y)\n") &&
                        ContainsSubstring("output right = searchsorted(x, y, search_side::right)\n"));
  const plan read = read_plan(saved);
  CHECK(to_string(read) == saved);
  const tensor<double> sorted{1, 2, 2, 3};
  const tensor<float> wanted{2, 0, 9};
  const results made = read.run({sorted, wanted});
  CHECK(equal(made["left"], searchsorted(sorted, wanted)));
  CHECK(equal(made["right"], searchsorted(sorted, wanted, search_side::right)));
  const planned_names names{{"x", x}, {"y", y}};
  for (const char* const wrong : {"searchsorted(x)", "searchsorted(x, y, 1)", "searchsorted(x, y, keep)", "searchsorted(x, 2)",
                                  "searchsorted(x, y, search_side::left, search_side::left)"})
    CHECK_THROWS_WITH(parse(wrong, names), ContainsSubstring("searchsorted is written searchsorted(sorted, values)"));
}

TEST_CASE("verbs of two values are recorded for every type", "[plan]") {
  support::random r(3);
  for (const any_tensor& x : plan_tests::one_of_each_kind(r, {4, 6})) {
    INFO(name(x.dtype()));
    const any_tensor y = random_tensor<float>(r, {4, 6}), row = random_tensor<double>(r, 6);
    check_recorded(of_two([](const auto& a, const auto& b) { return covariance(a, b); }), {x, y});
    check_recorded(of_two([](const auto& a, const auto& b) { return covariance(a, b, 1, keep, ddof{1}); }), {x, y});
    check_recorded(of_two([](const auto& a, const auto& b) { return covariance(a, b, {0, 1}); }), {y, x});
    check_recorded(of_two([](const auto& a, const auto& b) { return covariance(a, b, 1); }), {x, row});
    check_recorded(of_two([](const auto& a, const auto& b) { return correlation(a, b, 0, nan_policy::skip); }), {x, y});
    check_recorded(of_two([](const auto& a, const auto& b) { return correlation(a, b, correlation_kind::spearman); }), {x, y});
    check_recorded(of_two([](const auto& a, const auto& b) { return correlation(a, b); }),
                   {clone(slice(x, 0, 0, 1)), clone(slice(y, 0, 0, 1))});
  }
}

TEST_CASE("two values that do not fit are refused when a verb of both is recorded", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, 2}), y = placeholder<float>("y", {n}), z = placeholder<std::complex<double>>("z", {n, 2});
  CHECK_THROWS_WITH(covariance(x, y), ContainsSubstring("x float64[n 2]") && ContainsSubstring("y float32[n]"));
  CHECK_THROWS_WITH(covariance(x, placeholder<float>("v", {m, 2}), 0), ContainsSubstring("the lengths n and m"));
  CHECK_THROWS_AS(covariance(x, z), type_error);
  CHECK_THROWS_AS(correlation(x, x, 2), index_error);
  CHECK(covariance(x, new_axis(y, 1), 0).shape() == planned_shape{2});
  CHECK(describe(plan({x}, {{"y", covariance(x, x, 1, keep)}})) == "t1 float64[n 1] = covariance(x, x, 1, keep)\nresult y = t1\n");
}
