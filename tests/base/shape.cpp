// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>

#include <array>
#include <span>
#include <sstream>
#include <vector>

using ravel::index_limit;
using ravel::index_t;
using ravel::shape;

TEST_CASE("a shape of rank 0 has one element", "[base]") {
  const shape s;
  REQUIRE(s.rank() == 0);
  REQUIRE(s.elements() == 1);
  REQUIRE(s.begin() == s.end());
  REQUIRE(s == shape(std::vector<int>{}));
  REQUIRE(to_string(s) == "[]");
}

TEST_CASE("a shape is made from whatever ints are made from", "[base]") {
  const shape expected{2, 3, 4};
  REQUIRE(shape({2, 3, 4}) == expected);
  REQUIRE(shape{2u, 3u, 4u} == expected);
  REQUIRE(shape(std::vector<short>{2, 3, 4}) == expected);
  REQUIRE(shape(std::array<std::size_t, 3>{2, 3, 4}) == expected);
  REQUIRE(shape(std::span<const index_t>(expected)) == expected);
  REQUIRE(shape{index_t{2}, std::size_t{3}, 4} == expected);
  REQUIRE(shape(7) == shape{7});
  const auto rank_of = [](const shape& given) { return given.rank(); };
  REQUIRE(rank_of(7) == 1);
  REQUIRE(rank_of(std::vector<int>{2, 3}) == 2);
}

TEST_CASE("extents are read by axis", "[base]") {
  const shape s{2, 3, 4};
  REQUIRE(s.rank() == 3);
  REQUIRE(s.size() == 3);
  REQUIRE(s.elements() == 24);
  REQUIRE(s[0] == 2);
  REQUIRE(s[2] == 4);
  REQUIRE(std::vector<index_t>(s.begin(), s.end()) == std::vector<index_t>{2, 3, 4});
  const std::span<const index_t> looked_at = s;
  REQUIRE(looked_at.data() == s.begin());
  STATIC_REQUIRE(!std::convertible_to<shape, std::span<const index_t>> && !std::convertible_to<const shape, std::span<const index_t>>);
  REQUIRE_THROWS_WITH(s[3], "axis 3 is outside shape [2 3 4] of rank 3");
  REQUIRE_THROWS_AS(s[-1], ravel::index_error);
  REQUIRE_THROWS_AS(shape()[0], ravel::index_error);
}

TEST_CASE("shapes compare by extents", "[base]") {
  REQUIRE(shape{2, 3} == shape{2, 3});
  REQUIRE(shape{2, 3} != shape{3, 2});
  REQUIRE(shape{6} != shape{2, 3});
  REQUIRE(shape{2, 3} != shape{2, 3, 1});
  REQUIRE(shape{0, 3} != shape{0, 4});
}

TEST_CASE("extents are not negative", "[base]") {
  REQUIRE_THROWS_WITH(shape({2, -3}), "shape [2 -3] has the negative extent -3");
  REQUIRE_THROWS_AS(shape({0, -1}), ravel::shape_error);
  REQUIRE_THROWS_AS(shape(-1), ravel::shape_error);
}

TEST_CASE("the product of the extents is exact up to 2^62", "[base]") {
  const index_t half = index_t{1} << 31;
  REQUIRE(shape(index_limit).elements() == index_limit);
  REQUIRE(shape{half, half}.elements() == index_limit);
  REQUIRE(shape{half, 1, half, 1}.elements() == index_limit);
  // 2^62 + 1, 2^63, 2^64, and 2^64 + 10, which would wrap to 10.
  REQUIRE_THROWS_AS(shape(index_limit + 1), ravel::overflow_error);
  REQUIRE_THROWS_AS(shape({half, half, index_t{2}}), ravel::overflow_error);
  REQUIRE_THROWS_AS(shape({half, half, index_t{4}}), ravel::overflow_error);
  REQUIRE_THROWS_AS(shape({index_t{10'894}, index_t{568'693}, index_t{2'977'518'503}}), ravel::overflow_error);
  REQUIRE_THROWS_WITH(shape({index_limit, index_t{3}}), "shape [4611686018427387904 3] has more than 2^62 elements");
}

TEST_CASE("an extent of 0 empties a shape whose other extents still fit", "[base]") {
  const index_t half = index_t{1} << 31;
  REQUIRE(shape{0}.elements() == 0);
  REQUIRE(shape{3, 0, 4}.elements() == 0);
  REQUIRE(shape{index_limit, index_t{0}}.elements() == 0);
  REQUIRE(shape{index_t{0}, half, half}.elements() == 0);
  REQUIRE_THROWS_AS(shape({index_t{0}, index_limit, index_t{2}}), ravel::overflow_error);
  REQUIRE_THROWS_AS(shape({index_limit, index_t{2}, index_t{0}}), ravel::overflow_error);
  REQUIRE_THROWS_AS(shape({index_limit, index_t{4}, index_t{0}}), ravel::overflow_error);
}

TEST_CASE("shapes are written in brackets", "[base]") {
  std::ostringstream out;
  out << shape{2, 0, 14};
  REQUIRE(out.str() == "[2 0 14]");
  REQUIRE(ravel::detail::list_text({}) == "[]");
}

TEST_CASE("axes may count from the end", "[base]") {
  for (index_t rank = 0; rank < 4; ++rank) {
    for (index_t axis = -5; axis < 5; ++axis) {
      CAPTURE(rank, axis);
      if (axis >= 0 && axis < rank) {
        REQUIRE(ravel::detail::check_axis(axis, rank) == axis);
      } else if (axis < 0 && axis >= -rank) {
        REQUIRE(ravel::detail::check_axis(axis, rank) == rank + axis);
      } else {
        REQUIRE_THROWS_AS(ravel::detail::check_axis(axis, rank), ravel::index_error);
      }
    }
  }
}

TEST_CASE("shapes of up to six axes allocate nothing, larger ones fail cleanly", "[base]") {
  const auto before = support::total_allocations();
  const shape six{1, 2, 3, 4, 5, 6};
  const shape copied = six;
  const auto after = support::total_allocations();
  REQUIRE(copied == six);
  REQUIRE(after == before);
  REQUIRE(support::for_each_allocation_failure([] { return shape{1, 2, 3, 4, 5, 6, 7}.elements(); }) > 0);
}
