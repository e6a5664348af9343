// SPDX-License-Identifier: BSL-1.0
// index_range against plain vectors of positions.
#include <ravel/base/error.hpp>
#include <ravel/base/index_range.hpp>

#include <support/catch.hpp>

#include <algorithm>
#include <vector>

namespace {

using ravel::index_range;
using ravel::index_t;
using ravel::slice;

std::vector<index_t> listed(const index_range& r) {
  std::vector<index_t> positions;
  for (index_t i = 0; i < r.size(); ++i) positions.push_back(r[i]);
  return positions;
}

// Every range of up to four positions with small starts and steps.
template <class F>
void each_small_range(F&& f) {
  for (index_t start = -3; start <= 6; ++start) {
    for (index_t count = 0; count <= 4; ++count) {
      for (index_t step : {-5, -2, -1, 1, 2, 3}) f(slice(start, count, step));
    }
  }
}

}  // namespace

TEST_CASE("a range lists start, start + step, ...") {
  CHECK(listed(slice(2, 3)) == std::vector<index_t>{2, 3, 4});
  CHECK(listed(slice(5, 3, -2)) == std::vector<index_t>{5, 3, 1});
  CHECK(listed(slice(7, 0)).empty());
  CHECK(slice(4, 1, -9).step() == 1);
  CHECK(slice(4, 1, -9) == slice(4, 1));
  CHECK(slice(1, 0) == slice(8, 0));
  CHECK(slice(1, 2) != slice(1, 2, 2));
}

TEST_CASE("the questions to a range agree with its list") {
  each_small_range([](const index_range& r) {
    const auto list = listed(r);
    for (index_t position = -25; position <= 25; ++position) {
      const auto at = std::find(list.begin(), list.end(), position);
      REQUIRE(r.contains(position) == (at != list.end()));
      if (at != list.end()) REQUIRE(*r.find(position) == at - list.begin());
    }
    REQUIRE(listed(r.reversed()) == std::vector<index_t>(list.rbegin(), list.rend()));
    if (r.empty()) return;
    REQUIRE(r.min() == *std::min_element(list.begin(), list.end()));
    REQUIRE(r.max() == *std::max_element(list.begin(), list.end()));
    REQUIRE(r.offset(10)[0] == list[0] + 10);
    REQUIRE(r.offset(-10).step() == r.step());
  });
}

TEST_CASE("a range of a range takes the positions at those places") {
  each_small_range([](const index_range& r) {
    for (index_t start = 0; start < r.size(); ++start) {
      for (index_t step : {-3, -2, -1, 1, 2, 3}) {
        for (index_t count = 1; start + (count - 1) * step >= 0 && start + (count - 1) * step < r.size(); ++count) {
          const index_range places = slice(start, count, step), chosen = r.select(places);
          REQUIRE(chosen.size() == count);
          for (index_t i = 0; i < count; ++i) REQUIRE(chosen[i] == r[places[i]]);
        }
      }
    }
    REQUIRE(r.select(slice(r.size(), 0)).empty());
    REQUIRE_THROWS_AS(r.select(slice(0, r.size() + 1)), ravel::index_error);
  });
}

TEST_CASE("the intersection of two ranges is a range in the order of the first") {
  each_small_range([](const index_range& a) {
    const auto in_a = listed(a);
    each_small_range([&](const index_range& b) {
      std::vector<index_t> expected;
      for (index_t position : in_a) {
        if (b.contains(position)) expected.push_back(position);
      }
      const auto common = listed(intersect(a, b));
      if (common == expected) return;
      FAIL("slice(" << a.start() << ", " << a.size() << ", " << a.step() << ") with slice(" << b.start() << ", " << b.size() << ", "
                    << b.step() << ")");
    });
  });
  const index_t limit = ravel::index_limit;
  CHECK(intersect(slice(0, 2, limit), slice(limit - 7, 2, 7)) == slice(limit, 1));
  CHECK(intersect(slice(0, 1 << 20, (index_t{1} << 31) - 1), slice(0, 1 << 20, (index_t{1} << 31) + 1)) == slice(0, 1));
  CHECK(intersect(slice(-limit, 2, limit), slice(limit, 1)).empty());
  CHECK(intersect(slice(1, 3, limit / 4), slice(0, limit, 1)) == slice(1, 3, limit / 4));
}

TEST_CASE("invalid ranges") {
  const index_t limit = ravel::index_limit;
  CHECK_THROWS_WITH(slice(0, -1), "count -1 is negative: a slice up to there is slice_from(0).before(last)");
  CHECK_THROWS_WITH(slice(2, -3), "count -3 is negative: a slice up to there is slice_from(2).before(last - 2)");
  CHECK_THROWS_WITH(slice(3, 2, 0), "slice(3, 2, 0): the step must not be 0");
  CHECK_THROWS_AS(slice(limit + 1, 1), ravel::overflow_error);
  CHECK_THROWS_AS(slice(limit, 2), ravel::overflow_error);
  CHECK_THROWS_AS(slice(-limit, 2, 2 * (limit - 1)), ravel::overflow_error);
  CHECK_THROWS_AS(slice(0, limit, limit), ravel::overflow_error);
  CHECK_THROWS_AS(slice(0, 5)[5], ravel::index_error);
  CHECK_THROWS_AS(slice(0, 5)[-1], ravel::index_error);
  CHECK_THROWS_AS(slice(0, 0).min(), ravel::value_error);
  CHECK_THROWS_AS(slice(0, 5).offset(limit), ravel::overflow_error);
  CHECK(slice(-limit, 2, limit).max() == 0);
}

TEST_CASE("a range is checked where it is applied") {
  CHECK_NOTHROW(slice(4, 5, -1).check_within(5));
  CHECK_NOTHROW(slice(5, 0).check_within(5));
  CHECK_THROWS_WITH(slice(6, 0).check_within(5), "slice(6, 0, 1) starts outside [0, 5]");
  CHECK_THROWS_WITH(slice(2, 3, 2).check_within(5), "slice(2, 3, 2) reaches position 6, which is outside [0, 5)");
  CHECK_THROWS_WITH(slice(3, 3, -2).check_within(5), "slice(3, 3, -2) reaches position -1, which is outside [0, 5)");
}
