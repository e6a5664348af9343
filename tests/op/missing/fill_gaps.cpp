// SPDX-License-Identifier: BSL-1.0
// Rows inserted into gaps against a model that walks step by step; integers of the widest kind, reals that are rounded, points of time.
#include <ravel/op/missing/missing.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <chrono>
#include <cmath>

using ravel::buffer;
using ravel::fill_policy;
using ravel::index_set;
using ravel::index_t;

TEST_CASE("gaps are filled a step at a time", "[op]") {
  support::random r(41);
  for (const index_t n : {0, 1, 2, 30}) {
    for (const int step : {1, 2, 3, 7, 1000}) {
      std::vector<int> keys, all_keys;
      std::vector<std::int64_t> values, all_values;
      std::vector<index_t> inserted;
      for (index_t i = 0; i < n; ++i) {
        const int key = keys.empty() ? -20 : keys.back() + static_cast<int>(r.below(12));
        for (int k = keys.empty() ? key : keys.back() + step; k < key; k += step) {
          inserted.push_back(static_cast<index_t>(all_keys.size()));
          all_keys.push_back(k);
          all_values.push_back(values.back());
        }
        keys.push_back(key);
        values.push_back(i * i);
        all_keys.push_back(key);
        all_values.push_back(values.back());
      }
      const auto found =
          ravel::fill_gaps(support::in_every_way(keys)[static_cast<std::size_t>(step % 4)], values, step, fill_policy::forward);
      REQUIRE_EQUAL(found.keys, all_keys);
      REQUIRE_EQUAL(found.values, all_values);
      CHECK(found.inserted == index_set(inserted));
      const auto constant = ravel::fill_gaps(keys, values, step, -5);
      for (const index_t i : inserted) all_values[static_cast<std::size_t>(i)] = -5;
      REQUIRE_EQUAL(constant.values, all_values);
    }
  }
}

TEST_CASE("values stand where their keys do", "[op]") {
  const auto found = ravel::fill_gaps(std::vector<double>{0, 5, 6}, std::vector<float>{0, 10, 20}, 2, fill_policy::linear);
  CHECK_EQUAL(found.keys, {0.0, 2.0, 4.0, 5.0, 6.0});
  CHECK_EQUAL(found.values, {0.F, 4.F, 8.F, 10.F, 20.F});
  CHECK(found.inserted == index_set{1, 2});
}

TEST_CASE("keys that are rounded leave no gap of a rounding", "[op]") {
  std::vector<double> tenths;
  std::vector<float> singles;
  for (int i = -40; i < 400; ++i) {
    tenths.push_back(0.1 * i);
    singles.push_back(0.1F * static_cast<float>(i));
  }
  CHECK(ravel::fill_gaps(tenths, tenths, 0.1, 0).inserted.empty());
  CHECK(ravel::fill_gaps(singles, singles, 0.1F, 0).inserted.empty());
  std::vector<double> with_gaps = tenths;
  with_gaps.erase(with_gaps.begin() + 100, with_gaps.begin() + 300);
  const auto found = ravel::fill_gaps(with_gaps, with_gaps, 0.1, 0);
  REQUIRE(found.keys.size() == static_cast<index_t>(tenths.size()));
  for (index_t i = 0; i < found.keys.size(); ++i) CHECK(std::abs(found.keys[i] - tenths[static_cast<std::size_t>(i)]) < 1e-12);
}

TEST_CASE("integers at the ends of their range do not wrap", "[op]") {
  const std::vector<std::int64_t> keys{INT64_MIN, INT64_MAX};
  const auto found = ravel::fill_gaps(keys, std::vector<int>{1, 2}, INT64_MAX, 0);
  CHECK_EQUAL(found.keys, {INT64_MIN, INT64_C(-1), INT64_MAX - 1, INT64_MAX});
  CHECK_THROWS_AS(ravel::fill_gaps(keys, std::vector<int>{1, 2}, 1, 0), ravel::overflow_error);
  const std::vector<std::int8_t> small{-128, 127};
  CHECK(ravel::fill_gaps(small, small, 1, 0).keys.size() == 256);
}

TEST_CASE("points of time have gaps of durations", "[op]") {
  using namespace std::chrono_literals;
  const std::chrono::sys_seconds noon(12h);
  const std::vector<std::chrono::sys_seconds> times{noon, noon + 1min, noon + 4min};
  const auto found = ravel::fill_gaps(times, std::vector<double>{1, 2, 8}, 1min, fill_policy::linear);
  CHECK_EQUAL(found.values, {1.0, 2.0, 4.0, 6.0, 8.0});
  CHECK(found.keys[3] == noon + 3min);
  CHECK(ravel::fill_gaps(times, std::vector<double>{1, 2, 8}, 90s, 0).inserted == index_set{2});
  CHECK_THROWS_WITH(ravel::fill_gaps(times, std::vector<double>{1, 2, 8}, 0s, 0), "fill_gaps: the step, 0s, must be above 0 and finite");
}

TEST_CASE("steps of reals that are hardly more than their rounding", "[op]") {
  const std::vector<int> values{1, 2};
  CHECK_EQUAL(ravel::fill_gaps(std::vector<float>{8e6F, 8e6F + 4}, values, 1, 0).keys, {8e6F, 8e6F + 1, 8e6F + 2, 8e6F + 3, 8e6F + 4});
  CHECK(ravel::fill_gaps(std::vector<float>{8e6F, 8e6F + 8}, values, 1, 0).inserted.size() == 7);
  CHECK_THROWS_AS(ravel::fill_gaps(std::vector<float>{1e8F, 1e8F + 8}, values, 1, 0), ravel::value_error);
  // A power of two is the first key of those that lie twice as far apart.
  CHECK_EQUAL(ravel::fill_gaps(std::vector<float>{0x1p24F - 3, 0x1p24F}, values, 1, 0).keys,
              {0x1p24F - 3, 0x1p24F - 2, 0x1p24F - 1, 0x1p24F});
  CHECK(ravel::fill_gaps(std::vector<double>{-0x1p53, -0x1p53 + 5}, values, 1, 0).inserted.size() == 4);
}

TEST_CASE("points of time that lie further apart than a duration can say", "[op]") {
  using nanoseconds = std::chrono::sys_time<std::chrono::nanoseconds>;
  using std::chrono::year;
  const nanoseconds from = std::chrono::sys_days(year(1700) / 1 / 1), to = std::chrono::sys_days(year(2262) / 1 / 1);
  const auto century = std::chrono::hours(24 * 365 * 100);
  const auto found = ravel::fill_gaps(std::vector{from, to}, std::vector<int>{1, 2}, century, 0);
  REQUIRE(found.keys.size() == 7);
  nanoseconds at = from;  // from century to century: four centuries are more than a duration of nanoseconds holds
  for (int i = 1; i < 6; ++i) CHECK(found.keys[i] == (at += century));
  const nanoseconds first = nanoseconds::min(), last = nanoseconds::max();
  CHECK(ravel::fill_gaps(std::vector{first, last}, std::vector<int>{1, 2}, std::chrono::nanoseconds::max(), 0).keys.size() == 4);
  using seconds = std::chrono::duration<int>;
  const std::vector<seconds> far{seconds(-2'000'000'000), seconds(2'000'000'000)};
  CHECK_EQUAL(ravel::fill_gaps(far, std::vector<int>{1, 2}, seconds(1'000'000'000), 0).keys,
              {far[0], seconds(-1'000'000'000), seconds(0), seconds(1'000'000'000), far[1]});
  CHECK(ravel::fill_gaps(far, std::vector<int>{1, 2}, std::chrono::hours(500'000), 0).inserted == index_set{1, 2});
}

TEST_CASE("times in fractions are keys as real numbers are", "[op]") {
  using duration = std::chrono::duration<double>;
  std::vector<duration> tenths;
  for (int i = 0; i < 30; ++i) tenths.emplace_back(i * 0.1);
  CHECK(ravel::fill_gaps(tenths, tenths, duration(0.1), duration(0)).inserted.empty());
  tenths.erase(tenths.begin() + 5, tenths.begin() + 9);
  CHECK(ravel::fill_gaps(tenths, tenths, std::chrono::milliseconds(100), duration(0)).inserted == index_set{5, 6, 7, 8});
  const std::vector<int> values{1, 2};
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(ravel::fill_gaps(std::vector{duration(0), duration(nan)}, values, duration(1), 0), "fill_gaps: key 1 is NaN");
  CHECK_THROWS_AS(ravel::fill_gaps(std::vector{duration(0), duration(1)}, values, duration(infinity), 0), ravel::value_error);
  CHECK_THROWS_WITH(ravel::fill_gaps(std::vector{duration(0), duration(infinity)}, values, duration(1), 0),
                    "fill_gaps: no number of steps leads from key 0 to inf");
  CHECK_THROWS_AS(ravel::fill_gaps(std::vector{duration(0), duration(1e300)}, values, duration(1), 0), ravel::value_error);
  CHECK_THROWS_AS(ravel::fill_gaps(std::vector{duration(1e17), duration(1e17 + 64)}, values, duration(1), 0), ravel::value_error);
}

TEST_CASE("gaps that cannot be filled are named", "[op]") {
  const std::vector<double> keys{0, 2, 1}, values{1, 2, 3};
  CHECK_THROWS_WITH(ravel::fill_gaps(keys, values, 1, 0),
                    "fill_gaps: the reader of keys is not in ascending order: element 2, 1, follows 2");
  CHECK_THROWS_WITH(ravel::fill_gaps(values, values, -0.5, 0), "fill_gaps: the step, -0.5, must be above 0 and finite");
  CHECK_THROWS_AS(ravel::fill_gaps(values, values, std::nan(""), 0), ravel::value_error);
  CHECK_THROWS_AS(ravel::fill_gaps(values, std::vector<double>{1}, 1, 0), ravel::shape_error);
  CHECK_THROWS_AS(ravel::fill_gaps(values, std::vector<int>{1, 2, 3}, 1, fill_policy::linear), ravel::type_error);
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(ravel::fill_gaps(std::vector<double>{0, infinity}, std::vector<int>{1, 2}, 1, 0),
                    "fill_gaps: no number of steps leads from key 0 to inf");
}
