// SPDX-License-Identifier: BSL-1.0
// Elementwise work over the union of dims, where that guards its branches, dims as positions, order and what it leaves.
#include <ravel/named.hpp>
#include <ravel/tensor/random.hpp>

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

TEST_CASE("extents that disagree name both operands, the dim and both extents", "[named]") {
  RAVEL_DIMS(i, j, k);
  const tensor<double> a = ones<double>({3, 4}), b = ones<double>({5, 6});
  CHECK_THROWS_WITH(a(i, k) * b(k, j), "dim k has extent 4 in the first operand (i=3, k=4) and 5 in the second operand (k=5, j=6)");
  // An extent of 1 does not stretch: it is a loop of one turn.
  CHECK_THROWS_AS(ones<double>({1})(i) + ones<double>({3})(i), shape_error);
  CHECK_THROWS_WITH(order(a(i, k), i(7), k), "dim i has extent 3 in (i=3, k=4) and 7 in order");
}

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

TEST_CASE("order leaves what it does not name bound", "[named]") {
  RAVEL_DIMS(b, i, j);
  const tensor<int> t = reshape(arange<int>(24), {2, 3, 4});
  const auto part = order(t(b, i, j), j, i);
  CHECK(part.shape() == shape{4, 3});
  CHECK_THROWS_WITH(part(0, 0), Catch::ContainsSubstring("dims (b=2) are still bound"));
  CHECK_THROWS_AS(clone(part), value_error);
  // As an operand it says so when the expression is made.
  const auto bound = Catch::ContainsSubstring("dims (b=2) are still bound");
  CHECK_THROWS_WITH(part * 2, bound);
  CHECK_THROWS_WITH(-part, bound);
  CHECK_THROWS_WITH(where(zeros<int>({4, 3}) == 0, 1, part), bound);
  CHECK_THROWS_WITH(cast<double>(part), bound);
  CHECK_THROWS_WITH(concat(along(0), part, part), bound);
  // So do views, which have lost the dims, where they get names again.
  CHECK_THROWS_WITH(part(0, 0), Catch::ContainsSubstring("or write order(…).with_dims()"));
  CHECK_THROWS_WITH(order(part(0, newaxis), b), bound);
  CHECK_THROWS_WITH(order(transpose(part)(i, j), b, i, j), bound);
  CHECK_THROWS_WITH(transpose(part)(i, j) + b, bound);
  CHECK_EQUAL(order(part.with_dims()(0, newaxis), b), t(all, newaxis, all, 0));
  REQUIRE_EQUAL(order(part * b, b), order(t(b, i, j) * b, b, j, i));
  REQUIRE_EQUAL(order(t(0, i, j), j, i) * 2, transpose(t(0, all, all)) * 2);
  REQUIRE_EQUAL(order(part, b), transpose(t, {0, 2, 1}));
  REQUIRE_EQUAL(order(part(i, j), b, j, i), transpose(t, {0, 1, 2})(all, all, all));
  REQUIRE_EQUAL(order(t(b, i, j), pack(b, i), j), reshape(t, {6, 4}));
  REQUIRE_EQUAL(order(t(b, i, j), b, pack(j, i)), reshape(transpose(t, {0, 2, 1}), {2, 12}));
  REQUIRE_EQUAL(order(t(b, i, j), b, pack(), i, j), new_axis(t, 1));
  CHECK(order(t(1, i, j) * 0 + 5, i, j)(2, 3) == 5);
  CHECK(order(named<int>(t)(0, 1, 2))() == 6);
  CHECK_THROWS_WITH(order(t(b, i, j), i, i), "order names dim i twice");
  RAVEL_DIMS(other);
  CHECK_THROWS_WITH(order(t(b, i, j), other), "order: the expression (b=2, i=3, j=4) has no dim other");
  // Where an extent is not known yet, the rest waits for it.
  const named<index_t> waits = order(where(i <= j, i, j), i(3));
  REQUIRE_EQUAL(order(waits, j(2)), tensor<index_t>{{0, 0, 0}, {0, 1, 1}});
  // It is a tensor to be read.
  const tensor<const int> plain = order(t(b, i, j), j, b, i);
  CHECK(plain.shape() == shape{4, 2, 3});
  CHECK(sum(order(t(0, i, j), i, j)) == 66);
}

TEST_CASE("order is found through what it is given, and the option of diff is what it was", "[named]") {
  const ravel::dim i("i");
  const auto e = ravel::arange<double>(5.0)(i) * 2.0;
  CHECK(sum(order(e, i)) == 20);
  CHECK(to_vector(diff(ravel::buffer<double>{1, 4, 9}, ravel::order{2})) == std::vector<double>{2});
}

TEST_CASE("dims, extents, expand, rename, split", "[named]") {
  RAVEL_DIMS(i, j, k);
  const tensor<int> a = reshape(arange<int>(6), {2, 3});
  CHECK(extent(a(i, j), j) == 3);
  CHECK(has_dim(a(i, j), i));
  CHECK(!has_dim(a(i, j), k));
  CHECK_THROWS_WITH(extent(a(i, j), k), "extent: the expression (i=2, j=3) has no dim k");
  CHECK_THROWS_AS(extent(i + 1, i), shape_error);
  REQUIRE_EQUAL(order(expand(a(i, j), k(4)), k, i, j), stretch(a, {4, 2, 3}));
  CHECK_THROWS_AS(expand(a(i, j), j(3)), value_error);
  CHECK_THROWS_AS(expand(a(i, j), k), shape_error);
  REQUIRE_EQUAL(order(rename(a(i, j), i, k) * a(i, j), k, i, j), new_axis(a, 1) * a);
  REQUIRE_EQUAL(order(rename(a(i, j) * a(i, j), i, k) - a(i, j), k, i, j), new_axis(a * a, 1) - a);
  CHECK_THROWS_AS(rename(a(i, j), i, j), value_error);
  CHECK_THROWS_AS(rename(a(i, j), k, j), value_error);
  RAVEL_DIMS(first, second);
  const auto parts = split(a(i, j), j, {first(1), second});
  REQUIRE(parts.size() == 2);
  REQUIRE_EQUAL(order(parts[0], i, first), a(all, slice(0, 1)));
  REQUIRE_EQUAL(order(parts[1], i, second), a(all, slice(1, 2)));
  CHECK_THROWS_AS(split(a(i, j), j, {first(1), second(3)}), shape_error);
  CHECK_THROWS_AS(split(a(i, j), j, {first(1), i(2)}), value_error);
  CHECK_THROWS_AS(split(a(i, j), j, {first, second}), shape_error);
}

TEST_CASE("what stands in many places is made once", "[named]") {
  RAVEL_DIMS(i, j);
  const tensor<double> x{1, 1, 1};
  named<double> a = x(i), b = x(i), p = x(i) * x(j);
  named<index_t> at = i * 1;
  for (int turn = 0; turn < 40; ++turn) {
    const named<double> c = a + b;
    a = b;
    b = c;
  }
  for (int turn = 0; turn < 30; ++turn) {
    p = p * p;
    at = at - at + at;
  }
  CHECK(order(b, i)(0) == 267914296);
  CHECK(order(sum(p, i), j)(0) == 3);
  CHECK(to_vector(order(x(at), i(3))) == std::vector<double>{1, 1, 1});
}

TEST_CASE("branches that share what they look up are made once", "[named]") {
  RAVEL_DIMS(i);
  const tensor<double> x{1, 2, 3, 4};
  named<double> guarded = where(i > 0, x(i - 1), 0.0), bare = x(i - 1);
  for (int turn = 0; turn < 40; ++turn) guarded = where(i % 2 == turn % 2, guarded + 1.0, guarded);
  CHECK(to_vector(order(guarded, i(5))) == std::vector<double>{20, 21, 22, 23, 24});
  CHECK(to_vector(order(where(i != 1, guarded, -1.0), i(5))) == std::vector<double>{20, -1, 22, 23, 24});
  // What lies outside elsewhere is made where it is taken.
  for (int turn = 0; turn < 8; ++turn) bare = where(i % 2 == turn % 2, bare + 1.0, bare);
  CHECK(to_vector(order(where(i > 0, bare, -1.0), i(5))) == std::vector<double>{-1, 5, 6, 7, 8});
  CHECK_THROWS_WITH(order(bare, i(5)), "position -1 is outside [0, 4) on axis 0, where i=0");
  CHECK_THROWS_WITH(order(where(i != 2, bare, -1.0), i(5)), "position -1 is outside [0, 4) on axis 0, where i=0");
}

TEST_CASE("a named expression lives behind a handle", "[named]") {
  RAVEL_DIMS(i, j);
  const tensor<double> a = random_normal<double>({3, 4}, 0, 1, 5);
  const auto twice = [](const named<double>& x) -> named<double> { return x + x; };
  REQUIRE_EQUAL(order(twice(a(i, j)), i, j), 2.0 * a);
  REQUIRE_EQUAL(order(twice(a)), 2.0 * a);
  named<double> e = a(i, j);
  for (int turn = 0; turn < 20; ++turn) e = e * 1.0;
  REQUIRE_EQUAL(order(e, i, j), a);
  CHECK_THROWS_AS(
      [&] {
        for (int turn = 0; turn < 300; ++turn) e = e * 1.0;
      }(),
      layout_error);
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
