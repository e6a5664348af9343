// SPDX-License-Identifier: BSL-1.0
// arg_join_asof against a search through all rows: directions, tolerances, groups, ties, NaN, integers at their ends, and keys that can
// only be compared.
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/keys/arg_join.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <chrono>
#include <cmath>
#include <string>

namespace {

using ravel::arg_join_asof;
using ravel::asof_direction;
using ravel::buffer;
using ravel::index_t;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr asof_direction directions[] = {asof_direction::backward, asof_direction::forward, asof_direction::nearest};

// Of all rows that may be meant the nearest; backward the last of equals, forward the first; equally near ones backward.
template <class T, class May>
index_t searched(const T& key, const std::vector<T>& right, asof_direction direction, double tolerance, May may) {
  index_t before = -1, behind = -1;
  for (index_t k = 0; k < std::ssize(right); ++k) {
    const T other = right[static_cast<std::size_t>(k)];
    if (!may(k)) continue;
    if (other <= key && static_cast<double>(key - other) <= tolerance) before = k;
    if (other >= key && behind < 0 && static_cast<double>(other - key) <= tolerance) behind = k;
  }
  if (direction == asof_direction::backward) return before;
  if (direction == asof_direction::forward) return behind;
  if (before < 0 || behind < 0) return std::max(before, behind);
  return right[static_cast<std::size_t>(behind)] - key < key - right[static_cast<std::size_t>(before)] ? behind : before;
}

template <class T>
std::vector<T> sorted_keys(support::random& r, index_t n, index_t below) {
  std::vector<T> keys;
  for (index_t i = 0; i < n; ++i) keys.push_back(static_cast<T>(r.below(below)));
  std::sort(keys.begin(), keys.end());
  return keys;
}

template <class T>
void check_random(index_t n, index_t m, index_t below) {
  support::random r(41);
  auto left = sorted_keys<T>(r, n, below), right = sorted_keys<T>(r, m, below);
  std::vector<std::string> left_groups, right_groups;
  for (index_t i = 0; i < n; ++i) left_groups.push_back(std::string(static_cast<std::size_t>(r.below(4)), 'g'));
  for (index_t i = 0; i < m; ++i) right_groups.push_back(std::string(static_cast<std::size_t>(r.below(3)), 'g'));
  const auto any = [](index_t) { return true; };
  const double no_limit = std::numeric_limits<double>::infinity();
  for (const auto direction : directions) {
    const auto plain = arg_join_asof(left, right, direction), near = arg_join_asof(left, right, direction, ravel::tolerance{T{3}});
    const auto grouped = arg_join_asof(left, right, left_groups, right_groups, direction);
    const auto both = arg_join_asof(left, right, std::tie(left_groups), std::tie(right_groups), ravel::tolerance{T{2}}, direction);
    for (index_t i = 0; i < n; ++i) {
      const T key = left[static_cast<std::size_t>(i)];
      const auto same = [&](index_t k) { return left_groups[static_cast<std::size_t>(i)] == right_groups[static_cast<std::size_t>(k)]; };
      REQUIRE(plain[i] == searched(key, right, direction, no_limit, any));
      REQUIRE(near[i] == searched(key, right, direction, 3, any));
      REQUIRE(grouped[i] == searched(key, right, direction, no_limit, same));
      REQUIRE(both[i] == searched(key, right, direction, 2, same));
    }
  }
}

}  // namespace

TEST_CASE("as of, in every direction, within a tolerance and by group", "[op]") {
  for (const index_t n : {0, 1, 2, 150}) {
    for (const index_t m : {0, 1, 3, 120}) {
      check_random<int>(n, m, 40);
      check_random<std::int64_t>(n, m, 5000);
      check_random<double>(n, m, 100);
      check_random<std::uint8_t>(n, m, 200);
    }
  }
}

TEST_CASE("NaN finds nothing and is not found", "[op]") {
  const std::vector<double> left{1, 5, no_number}, right{0, 4, no_number, no_number};
  CHECK_EQUAL(arg_join_asof(left, right), {0, 1, -1});
  CHECK_EQUAL(arg_join_asof(left, right, asof_direction::forward), {1, -1, -1});
  CHECK_EQUAL(arg_join_asof(left, right, asof_direction::nearest), {0, 1, -1});
  const std::vector<int> one(3, 1), same(4, 1);
  CHECK_EQUAL(arg_join_asof(left, right, one, same, asof_direction::nearest), {0, 1, -1});
  const double inf = std::numeric_limits<double>::infinity();
  CHECK_EQUAL(arg_join_asof(std::vector<double>{-inf, 0, inf}, std::vector<double>{-inf, inf}), {0, 0, 1});
}

TEST_CASE("distances of integers do not wrap", "[op]") {
  using limits = std::numeric_limits<std::int64_t>;
  const std::vector<std::int64_t> left{0, limits::max()}, right{limits::min(), limits::max() - 1};
  CHECK_EQUAL(arg_join_asof(left, right, asof_direction::nearest), {1, 1});
  CHECK_EQUAL(arg_join_asof(left, right, ravel::tolerance{1}), {-1, 1});
  CHECK_EQUAL(arg_join_asof(left, right, ravel::tolerance{0.5}), {-1, -1});
}

TEST_CASE("keys that can be compared, keys of time, and readers that are computed", "[op]") {
  const std::vector<std::string> words{"b", "m"}, index{"a", "c", "n"};
  CHECK_EQUAL(arg_join_asof(words, index), {0, 1});
  CHECK_EQUAL(arg_join_asof(words, index, asof_direction::forward), {1, 2});
  CHECK_THROWS_AS(arg_join_asof(words, index, asof_direction::nearest), ravel::type_error);
  using std::chrono::seconds;
  const std::vector<seconds> times{seconds(10), seconds(60)}, quotes{seconds(9), seconds(30)};
  CHECK_EQUAL(arg_join_asof(times, quotes, ravel::tolerance{seconds(5)}), {0, -1});
  CHECK_EQUAL(arg_join_asof(buffer<int>{1, 2, 3} * 10, reverse(buffer<int>{25, 15, 5})), {0, 1, 2});
}

TEST_CASE("failures of arg_join_asof", "[op]") {
  const buffer<int> rising{1, 2, 3}, broken{1, 5, 4, 3};
  CHECK_THROWS_WITH(arg_join_asof(broken, rising), "arg_join_asof: the left side is not in ascending order: element 2, 4, follows 5");
  CHECK_THROWS_WITH(arg_join_asof(rising, broken), "arg_join_asof: the right side is not in ascending order: element 2, 4, follows 5");
  CHECK_THROWS_AS(arg_join_asof(std::vector<double>{no_number, 1}, std::vector<double>{1}), ravel::value_error);
  std::vector<int> far(5000, 1);
  far[4000] = 0;
  CHECK_THROWS_WITH(arg_join_asof(far, rising), "arg_join_asof: the left side is not in ascending order: element 4000, 0, follows 1");
  CHECK_THROWS_WITH(arg_join_asof(rising, rising, ravel::tolerance{-1}),
                    "arg_join_asof with tolerance{-1}: it must be a number that is not negative");
  CHECK_THROWS_AS(arg_join_asof(std::vector<double>{1}, std::vector<double>{1}, ravel::tolerance{no_number}), ravel::value_error);
  CHECK_THROWS_AS(arg_join_asof(rising, rising, buffer<int>{1, 2}, rising), ravel::shape_error);
  CHECK_THROWS_AS(arg_join_asof(rising, rising, rising, buffer<int>{1, 2}), ravel::shape_error);
}
