// SPDX-License-Identifier: BSL-1.0
// Expressions put together along dims.
#include <ravel/named.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

TEST_CASE("concat joins along the dims that the parts have alone", "[named]") {
  RAVEL_DIMS(i, first, second, k);
  const tensor<int> a = reshape(arange<int>(6), {2, 3}), b = reshape(arange<int>(12), {4, 3});
  REQUIRE_EQUAL(order(concat(i, a(first, k), b(second, k)), i, k), concat(along(0), a, b));
  REQUIRE_EQUAL(order(concat(i, a(first), b(second)), i), concat(along(0), a, b));
  // A part that lacks a dim of the others is the same for all of it.
  const tensor<int> column{7, 8};
  RAVEL_DIMS(third);
  REQUIRE_EQUAL(order(concat(i, column(first), b(second, k), a(third, k)), i, k),
                concat(along(0), tensor<int>{{7, 7, 7}, {8, 8, 8}}, b, a));
  static_assert(std::same_as<decltype(concat(i, a(first, k), b(second, k) * 0.5))::value_type, double>);
  CHECK_THROWS_WITH(concat(i, a(first, k), b(k, second)), Catch::Contains("dim k has extent 3"));
  CHECK_THROWS_WITH(concat(i, a(first, k), a(first, k)),
                    "concat: part 1 is (first=2, k=3), and needs one dim that no other part has, to be joined along");
  CHECK_THROWS_AS(concat(k, a(first, k), b(second, k)), value_error);
}

TEST_CASE("stack makes a dim of which part it is", "[named]") {
  RAVEL_DIMS(i, j, k);
  const tensor<int> a = reshape(arange<int>(6), {2, 3});
  REQUIRE_EQUAL(order(stack(i, a(j, k), a(j, k) + 1), i, j, k), stack(along(0), a, a + 1));
  REQUIRE_EQUAL(order(stack(i, a(j), a(j) + 1), j, i), stack(along(1), a, a + 1));
  CHECK_THROWS_AS(stack(j, a(j, k), a(j, k)), value_error);
}
