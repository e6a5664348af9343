// SPDX-License-Identifier: BSL-1.0
// Recorded functions of the program, and convolutions with a planned window: types, shapes, and the bits that they have of tensors.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;
using plan_tests::check_recorded;
using plan_tests::of_one;
using plan_tests::of_two;

TEST_CASE("a function of the program is recorded with the types that it reads", "[plan]") {
  support::random r(8);
  for (const shape& extents : {shape{4, 6}, shape{1, 6}, shape{0, 6}, shape{6}, shape{}}) {
    const any_tensor x = random_tensor<double>(r, extents), y = random_tensor<float>(r, {4, 6}), k = random_tensor<int>(r, 6);
    const auto product = [](double a, float b) { return a * static_cast<double>(b) + 1; };
    if (extents.rank() > 0 && extents[0] != 0) {
      check_recorded(of_two([&](const auto& a, const auto& b) { return map(product, as<double>(a), as<float>(b)); }), {x, y});
      check_recorded(
          of_two([](const auto& a, const auto& b) { return map([](double v, int i) { return v < i; }, as<double>(a), as<int>(b)); }),
          {x, k});
    }
    check_recorded(of_one([](const auto& a) { return map([](double v) { return static_cast<std::int64_t>(v); }, as<double>(a)); }), {x});
    check_recorded(of_one([](const auto& a) { return map([](double v) { return std::string(v < 0 ? "-" : "+"); }, as<double>(a)); }), {x});
    check_recorded(of_one([](const auto& a) { return map([](double v, int by) { return v * by; }, as<double>(a), 3); }), {x});
  }
  const any_tensor words = tensor<std::string>{"a", "bcd", ""};
  check_recorded(of_one([](const auto& w) { return map([](const std::string& s) { return s.size(); }, as<std::string>(w)); }), {words});
}

TEST_CASE("the elements for which a condition holds are recorded", "[plan]") {
  support::random r(9);
  for (const shape& extents : {shape{4, 6}, shape{5}, shape{0}, shape{}}) {
    check_recorded(of_one([](const auto& a) { return filter(as<double>(a), [](double v) { return v > 0; }); }),
                   {any_tensor(random_tensor<double>(r, extents))});
  }
}

TEST_CASE("a function of the program keeps the values that it is given", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  double factor = 2;
  const planned scaled = map([factor](double v) { return v * factor; }, as<double>(x));
  factor = 3;
  const tensor<double> more{10, 20};
  CHECK(equal(plan({x}, {{"y", scaled}}).run({tensor<double>{1, 2}})["y"], tensor<double>{2, 4}));
  CHECK_THROWS_AS(map([](double a, double b) { return a + b; }, as<double>(x), more), shape_error);
  CHECK(map([](double v) { return static_cast<long long>(v); }, as<double>(x)).dtype() == dtype::int64);
  const planned two = placeholder<double>("two", {2});
  const plan p({two}, {{"y", map([](double a, double b) { return a + b; }, as<double>(two), more)}});
  CHECK(equal(p.run({tensor<double>{1, 2}})["y"], tensor<double>{11, 22}));
  more.data()[0] = 30;  // read by each run
  CHECK(equal(p.run({tensor<double>{1, 2}})["y"], tensor<double>{31, 22}));
}

TEST_CASE("two calls of a function are two steps, and a costly value is stored", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  int calls = 0;
  const auto counted = [&calls](double v) { return ++calls, v + 1; };
  const planned once = map(counted, as<double>(x));
  const plan p({x}, {{"a", sum(once)}, {"b", max(once)}});
  CHECK(describe(p) ==
        "t1 float64[n] = map(x, …), stored\nt2 float64[] = sum(t1)\nt3 float64[] = max(t1)\nresult a = t2\nresult b = t3\n"
        "one loop: t1, t2, t3\n");
  CHECK(p.run({tensor<double>{1, 2, 3}}).number<double>("a") == 9);
  CHECK(calls == 3);
  const plan twice({x}, {{"a", sum(map(counted, as<double>(x)))}, {"b", sum(map(counted, as<double>(x)))}});
  (void)twice.run({tensor<double>{1, 2, 3}});
  CHECK(calls == 9);
}

TEST_CASE("a function that reads another type is refused when it is recorded", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n}), y = placeholder<double>("y", {m});
  CHECK_THROWS_AS(as<float>(x), type_error);
  CHECK_THROWS_WITH(as<float>(x), ContainsSubstring("x float64[n]") && ContainsSubstring("float32"));
  CHECK_THROWS_WITH(map([](double a, double b) { return a + b; }, as<double>(x), as<double>(y)),
                    ContainsSubstring("x float64[n] and y float64[m]"));
}

TEST_CASE("an error of a function names its step", "[plan]") {
  const planned x = placeholder<int>("x", {2});
  const plan p({x}, {{"y", map([](int v) { return v > 1 ? throw value_error("too large") : v; }, as<int>(x))}});
  CHECK_THROWS_WITH(p.run({tensor<int>{1, 2}}), ContainsSubstring("too large") && ContainsSubstring("map(x, …)"));
}

TEST_CASE("convolutions with a planned window are recorded", "[plan]") {
  support::random r(9);
  const any_tensor w = random_tensor<double>(r, 3), plane = random_tensor<float>(r, {2, 3});
  for (const any_tensor& x : plan_tests::one_of_each_kind(r, {4, 6})) {
    check_recorded(of_two([](const auto& t, const auto& k) { return convolve(t, as<double>(k), 1); }), {x, w});
    check_recorded(of_two([](const auto& t, const auto& k) { return correlate(t, as<double>(k), 0, convolve_mode::same); }), {x, w});
    check_recorded(of_two([](const auto& t, const auto& k) { return convolve(t, as<float>(k), convolve_mode::valid); }), {x, plane});
  }
  const planned x = placeholder<double>("x", {4, 6}), k = placeholder<double>("k", {3});
  CHECK_THROWS_WITH(convolve(x, as<double>(k)), ContainsSubstring("x float64[4 6]") && ContainsSubstring("k float64[3]"));
  CHECK_THROWS_AS(convolve(x, as<float>(k), 1), type_error);
}
