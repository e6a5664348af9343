// SPDX-License-Identifier: BSL-1.0
// Over 1,000 seeds every element, and every pair of neighbours, is drawn as often as any other, whatever the tree of merges.
#include <ravel/lazy/iota.hpp>
#include <ravel/op/sketch/reservoir.hpp>
#include <ravel/storage/borrow.hpp>

#include <support/catch.hpp>
#include <support/merging.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <numeric>
#include <set>

namespace {

using ravel::index_t;
using ravel::reservoir;
namespace reducer = ravel::reducer;

// As likely as p, over so many draws, within 5 standard deviations.
void check_times(double times, double p, double draws) { CHECK(std::abs(times - p * draws) <= 5 * std::sqrt(p * (1 - p) * draws)); }

}  // namespace

TEST_CASE("a reservoir favours no element over 1,000 seeds, merged in any tree") {
  constexpr int n = 60, k = 7;
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), 0);
  std::vector<int> times(n), of_pairs(n);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    support::random r(seed);
    const auto gather = [&](std::span<const int> part, std::uint64_t stream) {
      reservoir<int> made(k, seed, stream);
      made.add(part);
      return made;
    };
    const auto found = support::merged_in_some_tree<int>(r, values, gather);
    const auto drawn = found.values();
    const std::set<int> different(drawn.begin(), drawn.end());
    REQUIRE(found.count() == n);
    REQUIRE(different.size() == k);
    for (const int value : different) {
      ++times[static_cast<std::size_t>(value)];
      of_pairs[static_cast<std::size_t>(value)] += different.count((value + 1) % n) > 0;
    }
  }
  for (const int each : times) check_times(each, 7.0 / 60, 1000);
  for (const int each : of_pairs) check_times(each, 7.0 * 6 / (60 * 59), 1000);
}

TEST_CASE("a reservoir of a reader") {
  const auto x = ravel::iota<int>(100000);
  const auto a = reduce_with(x, reducer::reservoir(50, 3)), b = reduce_with(x, reducer::reservoir(50, 3));
  REQUIRE_EQUAL(a, b);
  CHECK(std::set<int>(a.begin(), a.end()).size() == 50);
  double total = 0;
  for (const int value : a) total += value / 50.0;
  CHECK(std::abs(total - 50000) < 5 * 100000 / std::sqrt(12 * 50));
  REQUIRE_EQUAL(reduce_with(ravel::buffer<int>{4, 5}, reducer::reservoir(9, 1)), (ravel::buffer<int>{4, 5}));
  CHECK(reduce_with(x, reducer::reservoir(0, 1)).size() == 0);
  CHECK(reduce_with(ravel::make_buffer<bool>(5), reducer::reservoir(3, 1)).size() == 3);
  CHECK(reduce_with(ravel::buffer<std::string>{"a", "b"}, reducer::reservoir(1, 1)).size() == 1);
  ravel::reservoir<int> twice(3);
  twice.add(std::vector<int>{1, 2, 3});
  twice.merge(twice);
  CHECK(twice.count() == 6);
  CHECK(twice.values().size() == 3);
  CHECK_THROWS_WITH(reducer::reservoir(-1, 0), "reservoir of -1 elements: it must not be negative");
}

TEST_CASE("the count of a reservoir that was merged beyond 2^62 does not wrap") {
  ravel::reservoir<int> all(2);
  all.add(std::vector<int>{1});
  for (int k = 0; k < 62; ++k) all.merge(all);
  CHECK(all.count() == ravel::index_limit);
  CHECK_THROWS_AS(all.merge(all), ravel::overflow_error);
  CHECK(all.count() == ravel::index_limit);
  REQUIRE_EQUAL(all.values(), (ravel::buffer<int>{1, 1}));
}
