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
  CHECK_THROWS_WITH(concat(i, a(first, k), b(k, second)), Catch::ContainsSubstring("dim k has extent 3"));
  CHECK_THROWS_WITH(concat(i, a(first, k), a(first, k)),
                    "concat: part 1 is (first=2, k=3), and needs one dim that no other part has, to be joined along");
  CHECK_THROWS_AS(concat(k, a(first, k), b(second, k)), value_error);
  CHECK_THROWS_WITH(concat(i, a(first), tensor<int>{{1, 2}}(second)), Catch::StartsWith("part 2 of concat: shapes [3] and [2]"));
}

TEST_CASE("stack makes a dim of which part it is", "[named]") {
  RAVEL_DIMS(i, j, k);
  const tensor<int> a = reshape(arange<int>(6), {2, 3});
  REQUIRE_EQUAL(order(stack(i, a(j, k), a(j, k) + 1), i, j, k), stack(along(0), a, a + 1));
  REQUIRE_EQUAL(order(stack(i, a(j), a(j) + 1), j, i), stack(along(1), a, a + 1));
  CHECK_THROWS_AS(stack(j, a(j, k), a(j, k)), value_error);
}

TEST_CASE("lists of parts are joined, also those that split gives", "[named]") {
  RAVEL_DIMS(i, j, k, first, second, third);
  const tensor<double> a = reshape(arange<double>(12), {4, 3});
  auto parts = split(a(i, k), i, {first(1), second, third(2)});
  REQUIRE_EQUAL(order(concat(i, parts), i, k), a);
  REQUIRE_EQUAL(order(concat(j, std::span(parts).subspan(1)), j, k), a(slice(1, 3)));
  REQUIRE_EQUAL(order(stack(j, std::array<named<double>, 2>{a(i, k), a(i, k) + 1.0}), j, i, k), stack(along(0), a, a + 1.0));
  const std::vector columns{a(i, 0), a(i, 2)};  // views of what can be written
  REQUIRE_EQUAL(order(stack(k, columns), i, k), a(all, selection{0, 2}));
  CHECK_THROWS_WITH(concat(i, std::vector<named<double>>()), "concat needs at least one part");
  CHECK_THROWS_WITH(stack(i, std::vector<named<double>>()), "stack needs at least one part");
}

TEST_CASE("parts wait for extents of the others' dims that are stated later", "[named]") {
  RAVEL_DIMS(i, j, k, first, second);
  const tensor<int> x{1, 2, 3}, y{4, 5};
  const auto joined = concat(i, x(first) * k, where(k == 1, y(second), 0));
  const named<detail::named_value_t<decltype(joined)>> form_of_joined = joined;
  CHECK(!form_of_joined.of().known());
  REQUIRE_EQUAL(order(joined, k(2), i), (tensor<index_t>{{0, 0, 0, 0, 0}, {1, 2, 3, 4, 5}}));
  REQUIRE_EQUAL(order(sum(stack(j, x(i) + k, k + 0), j), i, k(2)), (tensor<index_t>{{1, 3}, {2, 4}, {3, 5}}));
  // Summed with the others, and again over dims of the same names.
  REQUIRE_EQUAL(order(joined * x(first), first, k(2), i)(2, 1, all), (tensor<index_t>{3, 6, 9, 12, 15}));
  CHECK_THROWS_WITH(concat(i, x(first), k + 0), Catch::ContainsSubstring("nobody states the extent of dim k"));
  // A position outside is no error where the whole is not taken, part by part.
  const auto shifted = concat(i, x(first(3) + k), where(k >= 0, y(second), 0));
  REQUIRE_EQUAL(order(where(i < 1 || k == 0, shifted, -1), k(2), i), (tensor<int>{{1, 2, 3, 4, 5}, {2, -1, -1, -1, -1}}));
  CHECK_THROWS_AS(order(shifted, k(2), i), index_error);
}
