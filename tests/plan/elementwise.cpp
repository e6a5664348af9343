// SPDX-License-Identifier: BSL-1.0
// Every operator and function of planned values has the type, the shape and the bits that it has of tensors, and the same errors of types.
#include <ravel/base/error.hpp>
#include <ravel/tensor.hpp>

#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using plan_tests::check_recorded;
using plan_tests::of_one;
using plan_tests::of_two;
using plan_tests::one_of_each_kind;

TEST_CASE("functions of one value are recorded", "[plan]") {
  support::random r(1);
  for (const any_tensor& x : one_of_each_kind(r, {3, 4})) {
    INFO(name(x.dtype()));
#define RAVEL_CHECK(name, ...) check_recorded(of_one([](const auto& t) { return name(t); }), {x});
    RAVEL_FOR_EACH_ANY_FUNCTION(RAVEL_CHECK)
#undef RAVEL_CHECK
#define RAVEL_CHECK(sign, name) check_recorded(of_one([](const auto& t) { return sign t; }), {x});
    RAVEL_FOR_EACH_SIGN_OPERATOR(RAVEL_CHECK)
#undef RAVEL_CHECK
  }
}

TEST_CASE("functions of two values are recorded", "[plan]") {
  support::random r(2);
  for (const any_tensor& x : one_of_each_kind(r, {3, 1, 5})) {
    for (const any_tensor& y : one_of_each_kind(r, {4, 5})) {
      INFO(name(x.dtype()) << " and " << name(y.dtype()));
#define RAVEL_CHECK(name, ...) check_recorded(of_two([](const auto& a, const auto& b) { return name(a, b); }), {x, y});
      RAVEL_CHECK(minimum)
      RAVEL_CHECK(maximum)
      RAVEL_FOR_EACH_BINARY_FUNCTION(RAVEL_CHECK)
#undef RAVEL_CHECK
#define RAVEL_CHECK(sign, name) check_recorded(of_two([](const auto& a, const auto& b) { return a sign b; }), {x, y});
      RAVEL_CHECK(+, plus)
      RAVEL_CHECK(-, minus)
      RAVEL_CHECK(*, times)
      RAVEL_FOR_EACH_LOGICAL_OPERATOR(RAVEL_CHECK)
      RAVEL_CHECK(&, bit_and)
      RAVEL_CHECK(|, bit_or)
      RAVEL_CHECK(^, bit_xor)
      RAVEL_FOR_EACH_COMPARISON(RAVEL_CHECK)
#undef RAVEL_CHECK
    }
  }
}

TEST_CASE("divisions and shifts are recorded", "[plan]") {
  const tensor<int> x{{7, -8, 9}, {1, 2, 3}}, y{2, -3, 4}, by{0, 1, 3};
  check_recorded(of_two([](const auto& a, const auto& b) { return a / b; }), {x, y});
  check_recorded(of_two([](const auto& a, const auto& b) { return a % b; }), {x, y});
  check_recorded(of_two([](const auto& a, const auto& b) { return a << b; }), {x, by});
  check_recorded(of_two([](const auto& a, const auto& b) { return a >> b; }), {x, by});
  check_recorded(of_two([](const auto& a, const auto& b) { return a / b; }), {x, tensor<double>{0, 2, -0.0}});
  check_recorded(of_two([](const auto& a, const auto& b) { return checked_add(a, b); }), {x, y});
  check_recorded(of_two([](const auto& a, const auto& b) { return checked_mul(checked_sub(a, b), b); }), {x, y});
}

TEST_CASE("numbers and tensors beside planned values are what they are beside tensors", "[plan]") {
  const tensor<float> x{{1, 2, 3}, {4, 5, 6}};
  const tensor<int> row{1, 2, 3};
  check_recorded(of_one([](const auto& t) { return 2 * t + 0.5; }), {x});
  check_recorded(of_one([](const auto& t) { return t / 3 - true; }), {row});
  check_recorded(of_one([&](const auto& t) { return where(t > 2, t, 0.5); }), {x});
  check_recorded(of_one([&](const auto& t) { return clip(t, 2, 4.5); }), {x});
  check_recorded(of_one([&](const auto& t) { return pow(2.0, t) + hypot(t, 3); }), {x});
  check_recorded(
      of_one([](const auto& t) { return saturate_cast(t * 100, dtype::uint8) * wrap_cast(cast(t, dtype::int32), dtype::int16); }), {x});
  const planned_extent n("n");
  const planned p = placeholder<float>("p", {n, 3});
  CHECK((p * row).dtype() == dtype::float64);
  CHECK((row[0] + p).dtype() == dtype::float32);
  CHECK((p / n).dtype() == dtype::float32);  // a length is a weak number
  CHECK((p * as_tensor(buffer<double>{1, 2, 3}, 3)).shape() == planned_shape{n, 3});
  CHECK_THROWS_AS(placeholder<std::uint8_t>("b", {n}) + 300, type_error);
  const plan by_length({p}, {{"share", sum(p, 0) / n}});
  CHECK(equal(by_length.run({x})["share"], tensor<float>{2.5f, 3.5f, 4.5f}));
}

TEST_CASE("lengths that may differ are not stretched", "[plan]") {
  const planned_extent rows("rows"), columns("columns");
  const planned x = placeholder<double>("x", {rows}), y = placeholder<double>("y", {columns});
  CHECK_THROWS_WITH(x + y, ContainsSubstring("x float64[rows]") && ContainsSubstring("y float64[columns]") && ContainsSubstring("axis 0") &&
                               ContainsSubstring("rows and columns"));
  CHECK_THROWS_AS(where(x > 0, y, 1.0), shape_error);
  CHECK_THROWS_AS(x + tensor<double>({1, 2, 3}), shape_error);  // rows may be another number
  CHECK((x + tensor<double>{1}).shape() == planned_shape{rows});
  CHECK((new_axis(x, 1) + y).shape() == planned_shape{rows, columns});
  const plan outer({x, y}, {{"table", new_axis(x, 1) * y}});
  workspace room(outer);
  CHECK(equal(outer.run(room, {tensor<double>{1, 2}, tensor<double>{3, 4, 5}})["table"], tensor<double>{{3, 4, 5}, {6, 8, 10}}));
  CHECK(equal(outer.run(room, {tensor<double>{2}, tensor<double>{3}})["table"], tensor<double>{{6}}));
}
