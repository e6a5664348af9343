// SPDX-License-Identifier: BSL-1.0
// Tensors whose number is known at run time, as one expression.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

TEST_CASE("tensors are folded in one shape", "[tensor]") {
  const tensor<double> t{{1, 2, 3}, {4, 5, 6}}, row{10, 20, 30};
  const auto total = fold(std::vector<tensor<const double>>{t, row, t});
  CHECK(total.shape() == shape{2, 3});
  REQUIRE_EQUAL(total, t + row + t);
  REQUIRE_EQUAL(transpose(total), transpose(t + row + t));
  const auto largest = [](double x, double y) { return x < y ? y : x; };
  REQUIRE_EQUAL(fold(std::vector<tensor<double>>{transpose(t), {{7}, {0}, {1}}}, largest), (tensor<double>{{7, 7}, {2, 5}, {3, 6}}));
  CHECK_THROWS_AS(fold(std::vector<tensor<double>>{t, transpose(t)}), shape_error);
}

TEST_CASE("an expression of many readers is what it is in parts", "[tensor]") {
  const auto many = [](auto x) {
    auto e =
        x + 1 * x + 2 * x + 3 * x + 4 * x + 5 * x + 6 * x + 7 * x + 8 * x + 9 * x + 10 * x + 11 * x + 12 * x + 13 * x + 14 * x + 15 * x;
    return e + 16 * x + 17 * x + 18 * x + 19 * x + 20 * x + 21 * x + 22 * x + 23 * x + 24 * x + 25 * x + 26 * x + 27 * x + 28 * x - 29 * x;
  };
  const tensor<double> t{{1, 2, 3}, {4, 5, 6}};
  const reader<double> r = iota<double>(5000);
  const double factor = 1 + 28 * 29 / 2 - 29;
  REQUIRE_EQUAL(many(t), t * factor);
  REQUIRE_EQUAL(many(transpose(t))(1, all), transpose(t)(1, all) * factor);
  REQUIRE_EQUAL(many(r), r * factor);
  CHECK(many(r)[4999] == 4999 * factor);
}
