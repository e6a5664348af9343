// SPDX-License-Identifier: BSL-1.0
// Recorded verbs by a function of the program have the bits that they have of tensors, and are not called by recording.
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

TEST_CASE("verbs by a function of the program are recorded", "[plan]") {
  support::random r(8);
  const auto add = [](double a, float b) { return a + static_cast<double>(b) * 0.5; };
  const auto least = [](float a, float b) { return a < b ? a : b; };
  const auto span = [](const auto& line) { return max(line) - min(line); };
  const auto ends = [](const auto& line) { return tensor<float>{line(0), line(last)}; };
  for (const shape& extents : {shape{4, 6}, shape{1, 6}, shape{4, 1}}) {
    const any_tensor x = random_tensor<float>(r, extents);
    check_recorded(of_one([&](const auto& t) { return reduce(as<float>(t), 0.0, add); }), {x});
    check_recorded(of_one([&](const auto& t) { return reduce(as<float>(t), 1.0, add, 1); }), {x});
    check_recorded(of_one([&](const auto& t) { return reduce(as<float>(t), 1.0, add, {0, 1}, keep); }), {x});
    check_recorded(of_one([&](const auto& t) { return scan(as<float>(t), least, 0); }), {x});
    check_recorded(of_one([&](const auto& t) { return reduce_axis(as<float>(t), -1, span); }), {x});
    check_recorded(of_one([&](const auto& t) { return map_axis(as<float>(t), 1, ends); }), {x});
  }
  for (const index_t n : {0, 1, 5}) {
    const any_tensor x = random_tensor<float>(r, n);
    check_recorded(of_one([&](const auto& t) { return scan(as<float>(t), least); }), {x});
    check_recorded(of_one([&](const auto& t) { return reduce(as<float>(t), 0.0, add); }), {x});
  }
}

TEST_CASE("recording does not call a function of the program", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<int>("x", {n, 3});
  int calls = 0;
  const auto counted = [&calls](int a, int b) { return ++calls, a + b; };
  const planned total = reduce(as<int>(x), 0, counted, 1);
  CHECK(total.shape() == planned_shape{n});
  CHECK(total.dtype() == dtype::int32);
  CHECK(calls == 0);
  const plan p({x}, {{"total", total}});
  CHECK(describe(p) == "t1 int32[n] = reduce(x, …)\nresult total = t1\n");
  CHECK(equal(p.run({tensor<int>{{1, 2, 3}, {4, 5, 6}}})["total"], tensor<int>{6, 15}));
  CHECK(calls == 6);
  CHECK(map_axis(as<int>(x), 0, [](const auto& line) { return line; }).shape()[1] == planned_length(3));
  CHECK_THROWS_WITH(scan(as<int>(x), counted), ContainsSubstring("x int32[n 3]") && ContainsSubstring("axis"));
  CHECK_THROWS_AS(reduce(as<int>(x), 0, counted, 2), index_error);
  CHECK_THROWS_AS(reduce(as<double>(x), 0.0, [](double a, double b) { return a + b; }), type_error);
}
