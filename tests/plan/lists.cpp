// SPDX-License-Identifier: BSL-1.0
// Recorded verbs by lists of numbers, bincount, and histograms by edges give the bits of tensors, whether a list is planned or written.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using namespace plan_tests;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("digitize and histograms by edges are recorded for every type", "[plan]") {
  check_each_kind([](const auto& t) { return digitize(t, {-1.0, 0.5, 2.0}); });
  check_each_kind([](const auto& t) { return digitize(t, {2.0, 0.5, -1.0}, closed_edge::upper); });
  check_each_kind([](const auto& t) { return histogram(t, {-1.0, 0.5, 2.0}).counts; });
  check_each_kind([](const auto& t) { return histogram(t, {-1.0, 0.5, 2.0}).edges; });
  check_each_kind([](const auto& t) { return histogram(t, {-1.0, 0.5, 2.0}, 1, nan_policy::skip).counts; });
  check_each_kind([](const auto& t) { return histogram(t, {-1.0, 0.5, 2.0}, -2).edges; });
  check_each_kind([](const auto& t) { return histogram(t, 0, bins{3}, between{-2, 2}).counts; });
  check_each_kind([](const auto& t) { return histogram(t, 1, between{-2, 2}, nan_policy::skip).edges; });
  support::random r(3);
  const any_tensor x = random_tensor<double>(r, {4, 6}), edges = tensor<int>{-2, 0, 1, 3};
  check_recorded(of_two([](const auto& t, const auto& e) { return digitize(t, e); }), {x, edges});
  check_recorded(of_two([](const auto& t, const auto& e) { return histogram(t, e).counts; }), {x, edges});
  check_recorded(of_two([](const auto& t, const auto& e) { return histogram(t, e, 1).counts; }), {x, edges});
  check_recorded(of_two([](const auto& t, const auto& e) { return histogram(t, e, 1).edges; }), {x, edges});
}

TEST_CASE("interp and cwt are recorded", "[plan]") {
  check_each_kind([](const auto& t) { return interp(t, {-1.0, 0.5, 2.0}, {1.0, 3.0, 0.0}); });
  check_each_kind([](const auto& t) { return cwt(t, std::vector<double>{1, 2.5}, 1); });
  check_each_kind([](const auto& t) { return cwt(t, std::vector<double>{2}); }, {7});
  support::random r(3);
  const any_tensor x = random_tensor<float>(r, {4, 6}), places = tensor<int>{-2, 0, 1, 3}, values = random_tensor<double>(r, {4});
  const auto at = [](const auto& t, const auto& p) { return interp(t, p, p); };
  check_recorded(of_two(at), {x, places});
  check_recorded(of_two([](const auto& t, const auto& w) { return cwt(t, abs(w) + 1, 0); }), {x, places});
  const planned_extent n("n"), m("m");
  const planned a = placeholder<float>("a", {4, n}), p = placeholder<int>("p", {m}), v = placeholder<double>("v", {m});
  const plan of({a, p, v}, {{"y", interp(a, p, v)}});
  CHECK(to_string(of).find("output y = interp(a, p, v)\n") != std::string::npos);
  for (const plan& one : {of, read_plan(to_string(of))})
    CHECK(plan_tests::same_bits(one.run({x, places, values})["y"], interp(x, places, values)));
}

TEST_CASE("bincount is recorded", "[plan]") {
  const any_tensor x = tensor<int>{3, 0, 3, 1}, bytes = tensor<std::uint8_t>{7, 7}, w = tensor<float>{0.5, 1, 2, 4};
  for (const any_tensor& one : {x, bytes}) {
    check_recorded(of_one([](const auto& t) { return bincount(t); }), {one});
    check_recorded(of_one([](const auto& t) { return bincount(t, at_least{10}); }), {one});
  }
  const planned_extent n("n");
  const planned a = placeholder<int>("a", {n}), by = placeholder<float>("by", {n});
  const planned sums = bincount(a, by, at_least{5});
  CHECK(sums.dtype() == dtype::float64);
  const plan p({a, by}, {{"y", sums}});
  for (const plan& one : {p, read_plan(to_string(p))}) CHECK(equal(one.run({x, w})["y"], tensor<double>{1, 4, 0, 2.5, 0}));
}

TEST_CASE("formulas call verbs by lists", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, 2}), e = placeholder<double>("e", {m}), k = placeholder<int>("k", {n});
  const planned_names names{{"x", x}, {"e", e}, {"k", k}};
  const auto same = [&](const char* formula, const planned& made) {
    INFO(formula);
    CHECK(to_string(plan({x, e, k}, {{"y", parse(formula, names)}})) == to_string(plan({x, e, k}, {{"y", made}})));
  };
  same("digitize(x, {0, 1})", digitize(x, {0, 1}));
  same("digitize(x, e, closed_edge::upper)", digitize(x, e, closed_edge::upper));
  same("interp(x, {0, 1}, {5, 6})", interp(x, {0, 1}, {5, 6}));
  same("interp(x, e, e * 2)", interp(x, e, e * 2));
  same("bincount(k, at_least{4})", bincount(k, at_least{4}));
  same("bincount(k, k)", bincount(k, k));
  same("cwt(x, {1, 2}, 0)", cwt(x, {1, 2}, 0));
  same("histogram(x, e).counts", histogram(x, e).counts);
  same("histogram(x, float64[2]{0, 1}, 1, nan_policy::skip).edges", histogram(x, {0, 1}, 1, nan_policy::skip).edges);
  same("histogram(x, 0, bins{4}, between{0, 1}).counts", histogram(x, 0, bins{4}, between{0, 1}).counts);
  CHECK_THROWS_WITH(parse("histogram(x, 0)", names), ContainsSubstring("between{low, high}"));
  CHECK_THROWS_WITH(parse("digitize(x)", names), ContainsSubstring("digitize takes"));
}

TEST_CASE("verbs by lists refuse lengths that do not fit when they are recorded", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n}), y = placeholder<double>("y", {m}), k = placeholder<int>("k", {n});
  CHECK_THROWS_WITH(interp(x, y, x), ContainsSubstring("y float64[m] and x float64[n] differ in shape"));
  CHECK_THROWS_WITH(interp(x, {1, 2}, {1, 2, 3}), ContainsSubstring("differ in shape"));
  CHECK_THROWS_AS(digitize(x, new_axis(y, 0)), shape_error);
  CHECK_THROWS_AS(histogram(x, new_axis(y, 0)), shape_error);
  CHECK_THROWS_AS(histogram(x, y, {0, 0}), shape_error);
  CHECK_THROWS_AS(histogram(x, 0, bins{0}, between{0, 1}), value_error);
  CHECK_THROWS_AS(cwt(new_axis(x, 0), y), shape_error);
  CHECK_THROWS_AS(bincount(x), type_error);
  CHECK_THROWS_WITH(bincount(k, y), ContainsSubstring("k int32[n] and the weights y float64[m]"));
  CHECK(histogram(x, y).counts.shape() == planned_shape{m - 1});
  CHECK(cwt(x, {1, 2, 3}).shape() == planned_shape{3, n});
}
