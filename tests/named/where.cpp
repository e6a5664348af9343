// SPDX-License-Identifier: BSL-1.0
// where guards its branches, and dims are readers of their positions by names as elsewhere. Branches that are not taken are not computed.
#include <ravel/named.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

TEST_CASE("a dim is the reader of its positions", "[named]") {
  RAVEL_DIMS(i, j);
  REQUIRE_EQUAL(order(i + 0, i(4)), iota<index_t>(4));
  REQUIRE_EQUAL(order(i, i(4)), iota<index_t>(4));
  REQUIRE_EQUAL(order(where(i <= j, 1, 0), i(3), j(3)), tensor<int>{{1, 1, 1}, {0, 1, 1}, {0, 0, 1}});
  REQUIRE_EQUAL(order(where(i == j, 1.0, 0.0), i(3), j(3)), eye<double>(3));
  const tensor<double> a = ones<double>({2, 3});
  REQUIRE_EQUAL(order(a(i, j) * i, i, j), tensor<double>{{0, 0, 0}, {1, 1, 1}});
  CHECK_THROWS_AS(order(i + 1, i), shape_error);
  REQUIRE_EQUAL(order(i(3) * 2, i), tensor<index_t>{0, 2, 4});
}

TEST_CASE("where guards its branches", "[named]") {
  RAVEL_DIMS(i, j);
  const tensor<int> x{1, 4, 9, 16};
  CHECK(to_vector(order(where(i - 1 >= 0, x(i) - x(i - 1), x(i)), i)) == std::vector<int>{1, 3, 5, 7});
  CHECK(to_vector(order(where(i < 4, x(i + 0), -1), i(6))) == std::vector<int>{1, 4, 9, 16, -1, -1});
  CHECK(to_vector(order(x(where(i + 1 < 4, i + 1, 0)), i(4))) == std::vector<int>{4, 9, 16, 1});
  const tensor<int> places{0, -1, 3, 7};
  CHECK(to_vector(order(where(places(i) >= 0 && places(i) < 4, x(places(i)), 0), i)) == std::vector<int>{1, 0, 16, 0});
  // In the other branch, and in a branch of a branch.
  CHECK(to_vector(order(where(i == 0, 0, x(i - 1)), i(4))) == std::vector<int>{0, 1, 4, 9});
  CHECK(to_vector(order(where(i > 0, where(i < 5, x(i - 1), -2), -1), i(6))) == std::vector<int>{-1, 1, 4, 9, 16, -2});
  // An axis without elements has none to take.
  CHECK(to_vector(order(where(i < 0, empty<int>({0})(i + 0), 3), i(2))) == std::vector<int>{3, 3});
  // What is taken is checked.
  CHECK_THROWS_WITH(order(where(i < 3, x(i - 1), 0), i(4)), "position -1 is outside [0, 4) on axis 0, where i=0");
  CHECK_THROWS_AS(order(where(places(i) < 4, x(places(i)), 0), i), index_error);
  // The condition may depend on other dims than the position.
  CHECK(to_vector(order(where(j < 1, x(i), x(i + j)), i(4), j(1))) == std::vector<int>{1, 4, 9, 16});
  CHECK_THROWS_WITH(order(where(j < 1, x(i), x(i + j)), i(4), j(2)), "position 4 is outside [0, 4) on axis 0, where i=3, j=1");
}
