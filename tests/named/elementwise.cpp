// SPDX-License-Identifier: BSL-1.0
// Elementwise work goes over the union of dims. Types, extents, positional axes, words and times meet as everywhere.
#include <ravel/named.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <chrono>

using namespace ravel;

TEST_CASE("operands meet over the union of their dims", "[named]") {
  RAVEL_DIMS(i, j, k);
  const tensor<double> a = random_normal<double>({3, 4}, 0, 1, 1), b = random_normal<double>({4, 2}, 0, 1, 2), r = b(all, 0);
  const auto all_three = order(a(i, j) * b(j, k) - r(j), k, i, j);
  REQUIRE(all_three.shape() == shape{2, 3, 4});
  for (index_t x = 0; x < 2; ++x) {
    for (index_t y = 0; y < 3; ++y) {
      for (index_t z = 0; z < 4; ++z) CHECK(all_three(x, y, z) == a(y, z) * b(z, x) - r(z));
    }
  }
  CHECK(dims_of(a(i, j) * b(j, k)).size() == 3);
  REQUIRE_EQUAL(order(a(i, j) + a(i, j), i, j), a + a);
  REQUIRE_EQUAL(order(2.0 - a(i, j), i, j), 2.0 - a);
  REQUIRE_EQUAL(order(-a(i, j), i, j), -a);
  REQUIRE_EQUAL(order(exp(a(i, j)), j, i), transpose(exp(a)));
  REQUIRE_EQUAL(order(pow(a(i, j), 2.0), i, j), pow(a, 2.0));
  REQUIRE_EQUAL(order(clip(a(i, j), -0.5, 0.5), i, j), clip(a, -0.5, 0.5));
  REQUIRE_EQUAL(order(map([](double x, double y) { return x - 2 * y; }, a(i, j), r(j)), i, j), a - 2 * r);
  tensor<double> beside = clone(r);  // not const, as operands often are
  REQUIRE_EQUAL(order(map([](double x, double y) { return x - 2 * y; }, a(i), beside), i), a - 2 * r);
  REQUIRE_EQUAL(order(cast<int>(a(i, j) * 100.0 - a(i, j) * 100.0), i, j), zeros<int>({3, 4}));
  REQUIRE_EQUAL(order(a(i, j) > 0 && a(i, j) < 1, i, j), a > 0 && a < 1);
  REQUIRE_EQUAL(order(!(a(i, j) > 0), i, j), a <= 0);
}

TEST_CASE("types meet as everywhere, and scalars are weak", "[named]") {
  RAVEL_DIMS(i);
  const tensor<float> f{1, 2};
  const tensor<int> n{3, 4};
  static_assert(std::same_as<decltype(f(i) + 1.5)::value_type, float>);
  static_assert(std::same_as<decltype(f(i) * n(i))::value_type, double>);
  static_assert(std::same_as<decltype(i + 1)::value_type, index_t>);
  static_assert(std::same_as<decltype(i <= i)::value_type, bool>);
  CHECK(to_vector(order(f(i) + 1.5, i)) == std::vector<float>{2.5F, 3.5F});
}

TEST_CASE("extents that disagree name both operands, the dim and both extents", "[named]") {
  RAVEL_DIMS(i, j, k);
  const tensor<double> a = ones<double>({3, 4}), b = ones<double>({5, 6});
  CHECK_THROWS_WITH(a(i, k) * b(k, j), "dim k has extent 4 in the first operand (i=3, k=4) and 5 in the second operand (k=5, j=6)");
  // An extent of 1 does not stretch: it is a loop of one turn.
  CHECK_THROWS_AS(ones<double>({1})(i) + ones<double>({3})(i), shape_error);
  CHECK_THROWS_WITH(order(a(i, k), i(7), k), "dim i has extent 3 in (i=3, k=4) and 7 in order");
}

TEST_CASE("positional axes stretch behind the dims", "[named]") {
  RAVEL_DIMS(i, j);
  const tensor<int> a = reshape(arange<int>(6), {2, 3}), b = reshape(arange<int>(12), {4, 3});
  const auto both = order(a(i) + b(j), i, j);
  REQUIRE(both.shape() == shape{2, 4, 3});
  CHECK(both(1, 2, 1) == a(1, 1) + b(2, 1));
  // A tensor beside names is all positional, also one of higher rank.
  REQUIRE_EQUAL(order(a(i) + b, i), new_axis(a, 1) + b);
  REQUIRE_EQUAL(order(b - a(i), i), b - new_axis(a, 1));
  CHECK_THROWS_AS(a(i) + b(all, j), shape_error);
}

TEST_CASE("words and times meet by name, and as values", "[named]") {
  RAVEL_DIMS(row, group);
  // What a table of groups joins by.
  const tensor<std::string> city{"b", "a", "b"}, key{"a", "b", "c"};
  const tensor<double> price{1, 2, 4};
  CHECK(to_vector(order(sum(where(city(row) == key(group), price(row), 0.0), row), group)) == std::vector<double>{2, 5, 0});
  CHECK(to_vector(order(argmax(city(row) == key(group), row), group)) == std::vector<index_t>{1, 0, 0});
  CHECK(to_vector(order(city(order(argmax(city(row) == key(group), row), group)(group)), group)) ==
        std::vector<std::string>{"a", "b", "b"});
  const auto compared = [&] {
    const std::string wanted = "b";
    return city(row) == std::string_view(wanted);  // which owns its characters
  }();
  CHECK(order(count(compared, row))() == 2);
  CHECK(to_vector(order(where("a" != city(row), city(row), "none"), row)) == std::vector<std::string>{"b", "none", "b"});
  CHECK(to_vector(order(city(row) + key(group), row, group)(0, all)) == std::vector<std::string>{"ba", "bb", "bc"});
  using std::chrono::minutes, std::chrono::hours;
  const tensor<hours> waited{hours(1), hours(3)};
  CHECK(to_vector(order(waited(row) + minutes(30), row)) == std::vector<minutes>{minutes(90), minutes(210)});
  CHECK(to_vector(order(waited(row) > minutes(90), row)) == std::vector<bool>{false, true});
}
