// SPDX-License-Identifier: BSL-1.0
// order gives the dims that it names their places, and leaves the others bound. What stands in many places is made once.
#include <ravel/named.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

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

TEST_CASE("a node in many places is made once", "[named]") {
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
