// SPDX-License-Identifier: BSL-1.0
// Names for axes: every kind of place, alone and mixed, and what is refused.
#include <ravel/named.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <array>
#include <unordered_map>

using namespace ravel;

namespace {

const tensor<int> cube = reshape(arange<int>(24), {2, 3, 4});

}  // namespace

TEST_CASE("a dim is itself and its copies, whatever its name", "[named]") {
  RAVEL_DIMS(i, j);
  const dim copy = i, other("i");
  CHECK(same(i, copy));
  CHECK(!same(i, j));
  CHECK(!same(i, other));
  CHECK(i.name() == "i");
  CHECK(same(i(5).of, i));
  CHECK(i(5).extent == 5);
  CHECK(!sized_dim(i).stated());
  CHECK_THROWS_AS(i(-1), shape_error);
  dim from = i;
  const dim to = std::move(from);
  CHECK(same(from, to));
  std::unordered_map<dim, int, std::hash<dim>, same_dims> table{{i, 1}, {j, 2}};
  CHECK(table.at(copy) == 1);
  CHECK(table.count(other) == 0);
}

TEST_CASE("plain dims relabel axes, and order gives the same tensor back", "[named]") {
  RAVEL_DIMS(i, j, k);
  REQUIRE_EQUAL(order(cube(i, j, k), i, j, k), cube);
  REQUIRE_EQUAL(order(cube(i, j, k), k, i, j), transpose(cube, {2, 0, 1}));
  REQUIRE_EQUAL(order(cube(i), i), cube);
  CHECK(is_view_of(order(cube(i, j, k), k, j, i), cube));
  CHECK(cube(i).shape() == shape{3, 4});
  CHECK(cube(i, j, k).rank() == 0);
  const std::vector<dim> some{i, j};
  REQUIRE_EQUAL(order(cube(some, k), some, k), cube);
  REQUIRE_EQUAL(order(cube(some), j, i), transpose(cube, {1, 0, 2}));
}

TEST_CASE("dims stand beside every other place", "[named]") {
  RAVEL_DIMS(i, j, k);
  REQUIRE_EQUAL(order(cube(i, all, 3), i), cube(all, all, 3));
  REQUIRE_EQUAL(order(cube(i, slice(0, 2), j), j, i), transpose(cube(all, slice(0, 2), all), {2, 0, 1}));
  REQUIRE_EQUAL(order(cube(ellipsis, i), i), transpose(cube, {2, 0, 1}));
  REQUIRE_EQUAL(order(cube(1, ellipsis, i), i), transpose(cube(1, all, all)));
  REQUIRE_EQUAL(order(cube(i, newaxis, last), i), cube(all, newaxis, last));
  REQUIRE_EQUAL(order(cube(i, selection{2, 0}, j), i, j), transpose(cube(all, {2, 0}, all), {0, 2, 1}));
  const tensor<bool> mask{{true, false, true}, {false, true, false}};
  REQUIRE_EQUAL(order(cube(mask, i), i), transpose(cube(mask, all)));
  REQUIRE_EQUAL(order(cube(i, slice_every(-1), k), i, k), transpose(cube(all, slice_every(-1), all), {0, 2, 1}));
  // Places go to the positional axes of what has names already.
  REQUIRE_EQUAL(order(cube(all, i)(all, j), i, j), transpose(cube, {1, 2, 0}));
  REQUIRE_EQUAL(order(cube(i)(1), i), cube(all, 1, all));
}

TEST_CASE("braces are places beside dims", "[named]") {
  RAVEL_DIMS(i, j, k);
  REQUIRE_EQUAL(order(cube(i, {2, 0}), i), cube(all, {2, 0}, all));
  REQUIRE_EQUAL(order(cube({1}, i, 3), i), transpose(cube({1}, all, 3)));
  REQUIRE_EQUAL(order(cube(i, {2, 0}, j), i, j), transpose(cube(all, {2, 0}, all), {0, 2, 1}));
  REQUIRE_EQUAL(order((cube + 1)(i, {0, 1}, {3, 3}), i), (cube + 1)(all, {0, 1}, {3, 3}));
  REQUIRE_EQUAL(order(order(cube(k, j), j)(j, {0, 1}), k, j), cube(all, all, {0, 1}));
  const tensor<int> out = zeros<int>({2, 3});
  out(i, {2, 0}) = 7;
  REQUIRE_EQUAL(out, tensor<int>{{7, 0, 7}, {7, 0, 7}});
}

TEST_CASE("dims in any list are as many places", "[named]") {
  RAVEL_DIMS(i, j, k);
  std::vector<dim> two{i, j};
  const std::array<dim, 2> fixed{i, j};
  const std::vector<dim> none;
  REQUIRE_EQUAL(order(cube(std::span(two), k), fixed, k), cube);
  REQUIRE_EQUAL(order(cube(fixed, k), k, std::span<const dim>(two)), transpose(cube, {2, 0, 1}));
  REQUIRE_EQUAL(order(cube(none, i), none, i), cube);
  REQUIRE_EQUAL(order(sum(cube(two, k), fixed), k), sum(cube, {0, 1}));
  REQUIRE_EQUAL(order(sum(cube(two, k), std::span<const dim>(two)), k), sum(cube, {0, 1}));
  REQUIRE_EQUAL(order(cube(two, k), pack(two), k), reshape(cube, {6, 4}));
}

TEST_CASE("a dim at two places is the diagonal, a view", "[named]") {
  RAVEL_DIMS(i, j);
  const tensor<int> m = reshape(arange<int>(9), {3, 3});
  CHECK(to_vector(order(m(i, i), i)) == std::vector<int>{0, 4, 8});
  CHECK(to_vector(order(m(i, 2 - i), i)) == std::vector<int>{2, 4, 6});
  CHECK(is_view_of(order(m(i, i), i), m));
  const tensor<int> c = reshape(arange<int>(27), {3, 3, 3});
  CHECK(to_vector(order(c(i, i, i), i)) == std::vector<int>{0, 13, 26});
  CHECK(to_vector(order(c(i, j, i), j, i)) == std::vector<int>{0, 10, 20, 3, 13, 23, 6, 16, 26});
  CHECK(to_vector(order(m(i)(i), i)) == std::vector<int>{0, 4, 8});
}

TEST_CASE("a pack splits an axis, with one extent found", "[named]") {
  static_assert(!std::is_reference_v<decltype(pack(dim("a"), dim("b")).parts())>);  // of a pack that goes away
  RAVEL_DIMS(i, j, k);
  const tensor<int> t = arange<int>(24);
  REQUIRE_EQUAL(order(t(pack(i, j(4))), j, i), transpose(reshape(t, {6, 4})));
  REQUIRE_EQUAL(order(t(pack(i(2), j, k(4))), i, j, k), reshape(t, {2, 3, 4}));
  CHECK(is_view_of(order(t(pack(i, j(4))), j, i), t));
  // Found by what stands elsewhere.
  REQUIRE_EQUAL(order(t(pack(i, j)) + 0 * arange<int>(6)(i), i, j), reshape(t, {6, 4}));
  REQUIRE_EQUAL(order(t(pack(i, j)), i(3), j), reshape(t, {3, 8}));
  REQUIRE_EQUAL(order(ones<int>({1, 5})(pack(), i), i), ones<int>(5));
  const auto four = arange<int>(4);
  REQUIRE_EQUAL(order(four(pack(i, i)), i(2)), tensor<int>{0, 3});  // a diagonal, whose extent the rest tells
  REQUIRE_EQUAL(order(four(pack(i, i)) * ones<int>(2)(i), i), tensor<int>{0, 3});
  CHECK_THROWS_WITH(order(four(pack(i, i)), i), Catch::ContainsSubstring("nobody states the extent of dim i"));
  CHECK_THROWS_AS(order(four(pack(i, i)) * ones<int>(3)(i), i), shape_error);
  CHECK_THROWS_WITH(t(pack(i, j(5))), "extent 24 of pack(i, j=5) does not divide by 5");
  CHECK_THROWS_WITH(t(pack(i(4), j(5))), "pack(i=4, j=5) has 20 elements, its axis has extent 24");
  CHECK_THROWS_WITH(order(t(pack(i, j)), i, j),
                    Catch::ContainsSubstring("nobody states the extent of dim i") && Catch::ContainsSubstring("pack(i, j)"));
}

TEST_CASE("sums of dims are views, and are checked", "[named]") {
  RAVEL_DIMS(i, j);
  const tensor<int> t = arange<int>(10);
  REQUIRE_EQUAL(order(t(i + 1), i(9)), t(slice(1, 9)));
  REQUIRE_EQUAL(order(t(9 - i), i(10)), flip(t, 0));
  REQUIRE_EQUAL(order(t(2 * i + 1), i(5)), t(slice(1, 5, 2)));
  REQUIRE_EQUAL(order(t(i + j), i(8), j(3)), windows(t, 0, 3));
  REQUIRE_EQUAL(order(t(3 * i + 2 * j + 1), i(2), j(3)),
                compute<int>({2, 3}, [](index_t a, index_t b) { return static_cast<int>(3 * a + 2 * b + 1); }));
  REQUIRE_EQUAL(order(t(i - j + 2), i(4), j(3)), compute<int>({4, 3}, [](index_t a, index_t b) { return static_cast<int>(a - b + 2); }));
  REQUIRE_EQUAL(order(t(i(3) + 1), i), t(slice(1, 3)));
  CHECK(is_view_of(order(t(i + j), j(3), i(8)), t));
  CHECK(order(t(i + 1), i(0)).size() == 0);
  CHECK_THROWS_WITH(order(t(i + 1), i(10)), "position 10 is outside [0, 10) on axis 0, where i=9");
  CHECK_THROWS_WITH(order(t(i - 1), i(10)), "position -1 is outside [0, 10) on axis 0, where i=0");
  CHECK_THROWS_WITH(order(t(i + 1), i), Catch::ContainsSubstring("nobody states the extent of dim i"));
}

TEST_CASE("integer expressions look positions up", "[named]") {
  RAVEL_DIMS(b, s, f);
  const tensor<int> words{{2, 0, 1}, {1, 1, 2}};
  const tensor<double> table = reshape(arange<double>(6.0), {3, 2});
  const auto found = order(table(words(b, s), f), b, s, f);
  REQUIRE(found.shape() == shape{2, 3, 2});
  for (index_t i = 0; i < 2; ++i) {
    for (index_t j = 0; j < 3; ++j) CHECK(found(i, j, 1) == table(words(i, j), 1));
  }
  // Two of them that share their dims go together; positional axes of positions stay where they are.
  CHECK(to_vector(order(table(words(b, s), words(b, s) % 2), b, s)) == std::vector<double>{4, 0, 3, 3, 3, 4});
  CHECK(to_vector(order(table(words(b, all), f), f, b)) == std::vector<double>{4, 0, 2, 2, 2, 4, 5, 1, 3, 3, 3, 5});
  CHECK(to_vector(order(table(words(b, slice(0, 2))(b), 0), b)) == std::vector<double>{4, 2});  // of the diagonal
  const tensor<std::uint8_t> small{2, 1};
  CHECK(to_vector(order(table(small(b), 0), b)) == std::vector<double>{4, 2});
  CHECK_THROWS_WITH(order(table(words(b, s) + 1, f), b, s, f), "position 3 is outside [0, 3) on axis 0, where b=0, s=0");
}

TEST_CASE("invalid names are refused with the names", "[named]") {
  RAVEL_DIMS(i, j, k);
  const tensor<int> m = ones<int>({2, 3});
  CHECK_THROWS_WITH(m(i, i), "dim i has extent 2 in (i=2) and 3 in axis 1 of [2 3]");
  CHECK_THROWS_WITH(m(i(5)), "dim i has extent 5 in (i=5) and 2 in axis 0 of [2 3]");
  CHECK_THROWS_WITH(m(i, j, k), "3 places for shape [2 3] of rank 2");
  CHECK_THROWS_AS(m(i, j)(0), index_error);
  CHECK_THROWS_AS(m(ellipsis, i, ellipsis), index_error);
}

TEST_CASE("any tensor takes names: computed, lazy, pieces", "[named]") {
  RAVEL_DIMS(i, j);
  const auto c = compute<int>({3, 4}, [](index_t a, index_t b) { return static_cast<int>(10 * a + b); });
  REQUIRE_EQUAL(order(c(i, j), j, i), transpose(c));
  REQUIRE_EQUAL(order((c + c)(i, j), j, i), transpose(2 * c));
  const auto joined = concat(along(0), c, c);
  REQUIRE_EQUAL(order(joined(i, 1), i), joined(all, 1));
  REQUIRE_EQUAL(order(windows(arange<int>(5), 0, 2)(i, j), j, i), transpose(windows(arange<int>(5), 0, 2)));
}

TEST_CASE("a moved-from expression stays an expression", "[named]") {
  RAVEL_DIMS(i);
  named<int> e = arange<int>(3)(i);
  const named<int> moved = std::move(e);
  REQUIRE_EQUAL(order(e, i), order(moved, i));
}
