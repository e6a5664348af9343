// SPDX-License-Identifier: BSL-1.0
// Tensors that a function computes.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

TEST_CASE("compute calls its function with coordinates", "[tensor]") {
  const auto f = compute<int>({2, 3, 2}, [](index_t i, index_t j, index_t k) { return static_cast<int>(100 * i + 10 * j + k); });
  CHECK(f(1, 2, 1) == 121);
  CHECK(to_vector(f(all, 1, all)) == std::vector<int>{10, 11, 110, 111});
  CHECK(to_vector(transpose(f)(1, 2, all)) == std::vector<int>{21, 121});
  CHECK(compute<int>({}, [] { return 7; })() == 7);
  CHECK(compute<int>({0, 2}, [](index_t, index_t) { return 7; }).size() == 0);
  CHECK_THROWS_AS(compute<int>({2}, [](index_t, index_t) { return 1; }), shape_error);
  CHECK_THROWS_AS(clone(compute<int>({2}, [](index_t) -> int { throw std::runtime_error("mine"); })), std::runtime_error);
}

TEST_CASE("a part of a computed tensor begins anywhere and ends anywhere", "[tensor]") {
  const auto f = compute<int>({3, 1, 4}, [](index_t i, index_t j, index_t k) { return static_cast<int>(100 * i + 10 * j + k); });
  std::vector<int> wanted;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 4; ++k) wanted.push_back(100 * i + k);
  for (index_t start = 0; start <= f.size(); ++start) {
    for (index_t n = 0; n <= f.size() - start; ++n) {
      std::vector<int> part(static_cast<std::size_t>(n));
      f.read(start, part);
      REQUIRE(part == std::vector<int>(wanted.begin() + start, wanted.begin() + start + n));
    }
  }
}

TEST_CASE("a function of a span of coordinates takes any rank", "[tensor]") {
  const auto weighted = [](std::span<const index_t> at) {
    index_t sum = 0;
    for (const index_t i : at) sum = 10 * sum + i;
    return sum;
  };
  for (const std::vector<int>& extents : {std::vector<int>{}, {4}, {2, 3, 4}, {1, 2, 1, 2, 1, 2, 1, 2, 1, 2}, {3, 0}}) {
    const auto f = compute<index_t>(extents, weighted);
    REQUIRE(f.shape() == shape(extents));
    const auto all = to_vector(f);
    for (index_t i = 0; i < f.size(); ++i) {
      REQUIRE(all[static_cast<std::size_t>(i)] == weighted(coordinates(f.shape(), i)));
      REQUIRE(f.unchecked(i) == all[static_cast<std::size_t>(i)]);
    }
  }
  const auto f = compute<std::uint8_t>({20, 20}, weighted);
  CHECK(f(1, 2) == 12);
  CHECK(transpose(f)(2, 1) == 12);
  CHECK_THROWS_AS(sum(compute<std::int8_t>({20, 20}, weighted)), type_error);
}

TEST_CASE("coordinates that the function cannot take are refused when the tensor is made", "[tensor]") {
  constexpr index_t many = index_t{1} << 31;
  CHECK_NOTHROW(compute<int>({many, 2}, [](int, int) { return 1; }));
  CHECK_THROWS_WITH(
      compute<int>({2, many + 1}, [](index_t, int) { return 1; }),
      "the function takes positions as int32, which holds them up to 2147483647 only, and would be called with 2147483648: let "
      "it take an index_t");
  CHECK_THROWS_AS(compute<int>({257, 2}, [](std::uint8_t, int) { return 1; }), type_error);
  CHECK_NOTHROW(compute<int>({256, 2}, [](std::uint8_t, int) { return 1; }));
  CHECK_NOTHROW(compute<int>({many + 1, 2}, [](auto i, auto j) { return static_cast<int>(i + j); }));
}

TEST_CASE("coordinates of a position", "[tensor]") {
  CHECK(coordinates({2, 3, 4}, 23) == std::vector<index_t>{1, 2, 3});
  CHECK(coordinates({2, 3, 4}, 4) == std::vector<index_t>{0, 1, 0});
  CHECK(coordinates({}, 0).empty());
  CHECK_THROWS_AS(coordinates({2, 3}, 6), index_error);
  CHECK_THROWS_AS(coordinates({2, 0}, 0), index_error);
}
