// SPDX-License-Identifier: BSL-1.0
// Regular steps against a model that asks every row; integers at the end of their range, points of time, and ends without neighbours.
#include <ravel/lazy/time.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/keys/resample.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <chrono>
#include <cmath>

using ravel::buffer;
using ravel::empty_windows;
using ravel::fill_policy;
using ravel::index_set;
using ravel::index_t;
namespace reducer = ravel::reducer;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// The value at a key by the rows around it; NaN where there is none.
double model(const std::vector<int>& keys, const std::vector<double>& values, int key, fill_policy policy) {
  int before = -1, behind = -1;
  for (int i = 0; i < static_cast<int>(keys.size()); ++i) {
    const int k = keys[static_cast<std::size_t>(i)];
    if (k <= key) before = i;
    if (k > key && behind < 0) behind = i;
  }
  const auto value = [&](int i) { return i < 0 ? no_number : values[static_cast<std::size_t>(i)]; };
  const auto at = [&](int i) { return static_cast<double>(keys[static_cast<std::size_t>(i)]); };
  if (before >= 0 && keys[static_cast<std::size_t>(before)] == key) return value(before);
  if (policy == fill_policy::forward) return value(before);
  if (policy == fill_policy::backward) return value(behind);
  if (before < 0 || behind < 0) return policy == fill_policy::linear ? no_number : value(std::max(before, behind));
  if (policy == fill_policy::nearest) return value(at(behind) - key < key - at(before) ? behind : before);
  return value(before) + (value(behind) - value(before)) * (key - at(before)) / (at(behind) - at(before));
}

}  // namespace

TEST_CASE("rows are gathered by regular steps, or stand at them", "[op]") {
  support::random r(111);
  for (const index_t n : {0, 1, 2, 50}) {
    for (const int step : {1, 3, 10}) {
      std::vector<int> keys;
      std::vector<double> values;
      for (index_t i = 0; i < n; ++i) {
        keys.push_back((keys.empty() ? 0 : keys.back()) + static_cast<int>(r.below(5)));
        values.push_back(static_cast<double>(r.below(100)));
      }
      const int from = -7, to = 41;
      const auto total = ravel::resample(keys, values, from, to, step, reducer::sum);
      const auto most = ravel::resample(keys, values, from, to, step, reducer::max, empty_windows{-1});
      const auto called = ravel::resample(keys, values, from, to, step, [](const ravel::reader<double>& w) { return ravel::sum(w); });
      index_t i = 0;
      for (int key = from; key < to; key += step, ++i) {
        REQUIRE(total.keys[i] == key);
        double expected = 0, greatest = -1;
        for (std::size_t k = 0; k < keys.size(); ++k) {
          if (keys[k] < key || keys[k] >= std::min(key + step, to)) continue;
          expected += values[k];
          greatest = std::max(greatest, values[k]);
        }
        REQUIRE(total.values[i] == expected);
        REQUIRE(called.values[i] == expected);
        REQUIRE(most.values[i] == greatest);
        for (const auto policy : {fill_policy::forward, fill_policy::backward, fill_policy::nearest, fill_policy::linear}) {
          const auto found = ravel::resample(keys, values, from, to, step, policy);
          const double value = model(keys, values, key, policy);
          REQUIRE(found.missing.contains(i) == std::isnan(value));
          REQUIRE((std::isnan(value) ? std::isnan(found.values[i]) : std::abs(found.values[i] - value) < 1e-12));
        }
      }
      REQUIRE(total.keys.size() == i);
    }
  }
}

TEST_CASE("steps of any keys", "[op]") {
  const std::vector<std::int64_t> far{INT64_MAX - 1, INT64_MAX};
  const auto last = ravel::resample(far, std::vector<int>{1, 2}, INT64_MIN, INT64_MAX, INT64_MAX, reducer::count);
  CHECK_EQUAL(last.keys, {INT64_MIN, INT64_C(-1), INT64_MAX - 1});
  CHECK_EQUAL(last.values, {INT64_C(0), INT64_C(0), INT64_C(1)});
  using namespace std::chrono_literals;
  const std::chrono::sys_seconds noon(12h);
  const std::vector<std::chrono::sys_seconds> times{noon, noon + 90s, noon + 5min};
  const std::vector<double> values{1, 2, 9};
  CHECK_EQUAL(ravel::resample(times, values, noon, noon + 6min, 2min, reducer::mean, empty_windows{0}).values, {1.5, 0.0, 9.0});
  CHECK_EQUAL(ravel::resample(times, values, noon, noon + 2min, 30s, fill_policy::forward).values, {1.0, 1.0, 1.0, 2.0});
  CHECK_EQUAL(ravel::resample(times, values, noon, noon + 2min, 45s, fill_policy::linear).values, {1.0, 1.5, 2.0});
  const std::vector<double> tenths{0.1, 0.2, 0.3};
  CHECK(ravel::resample(tenths, tenths, 0.0, 0.3, 0.1, reducer::count).keys.size() == 3);
  CHECK_EQUAL(ravel::resample(tenths, std::vector<std::string>{"a", "b", "c"}, 0.0, 0.2, 0.1, fill_policy::backward).values,
              {std::string("a"), std::string("a")});
  CHECK(ravel::resample(tenths, tenths, 1.0, 1.0, 0.1, reducer::count).keys.size() == 0);
}

TEST_CASE("steps close to what keys are rounded by are all there, and smaller ones are refused", "[op]") {
  const auto counted = [](auto from, index_t steps, auto step) {
    std::vector<decltype(from)> keys;
    for (index_t i = 0; i < steps; ++i) keys.push_back(static_cast<decltype(from)>(from + static_cast<decltype(from)>(i) * step));
    const auto end = static_cast<decltype(from)>(from + static_cast<decltype(from)>(steps) * step);
    const auto made = ravel::resample(keys, keys, from, end, step, reducer::count);
    CHECK_EQUAL(made.keys, ravel::borrow(std::as_const(keys)));
    for (index_t i = 0; i < made.values.size(); ++i) CHECK(made.values[i] == 1);
  };
  for (const float from : {0.0F, 1e6F, 4e6F, 8e6F, -8e6F}) counted(from, 8, 1.0F);
  counted(1e16, 8, 8.0);
  counted(0x1p52, 5, 1.0);
  const std::vector<float> far{1e8F};
  CHECK_THROWS_WITH(ravel::resample(far, far, 1e8F, 1e8F + 16, 1, reducer::count),
                    "resample: a step of 1 leads from no key to another at 100000016, where keys lie 8 apart");
}

TEST_CASE("there are no steps to a key that is not behind the first, as there are no times", "[op]") {
  const std::vector<int> keys{10, 60}, values{1, 2};
  CHECK(ravel::resample(keys, values, 70, 0, 5, reducer::mean).values.size() == 0);
  CHECK(ravel::resample(keys, values, 70, 70, 5, reducer::mean).keys.size() == 0);
  CHECK(ravel::resample(keys, values, 70, 0, 5, [](const ravel::reader<int>& w) { return w[0]; }).values.size() == 0);
  const auto none = ravel::resample(keys, values, 70, 0, 5, fill_policy::forward);
  CHECK(none.keys.size() + none.values.size() + none.missing.size() == 0);
  using namespace std::chrono_literals;
  const std::chrono::sys_seconds noon(12h);
  CHECK(ravel::times(noon, noon - 1h, 1min).size() == 0);
  CHECK(ravel::resample(std::vector{noon}, std::vector{1}, noon, noon - 1h, 1min, reducer::mean).keys.size() == 0);
  CHECK_THROWS_AS(ravel::resample(keys, values, 70, 0, 0, reducer::sum), ravel::value_error);
}

TEST_CASE("data that cannot be resampled is named", "[op]") {
  const std::vector<double> keys{0, 2, 1}, values{1, 2, 3};
  CHECK_THROWS_WITH(ravel::resample(values, values, std::nan(""), 1.0, 1, reducer::sum),
                    "resample: steps from nan to 1 begin or end nowhere");
  using fraction = std::chrono::duration<double>;
  const std::vector<fraction> times{fraction(0), fraction(1)};
  CHECK_THROWS_AS(ravel::resample(times, times, fraction(std::nan("")), fraction(3), fraction(1), reducer::count), ravel::value_error);
  CHECK_THROWS_AS(ravel::resample(times, times, fraction(0), fraction(1e300), fraction(0.1), reducer::count), ravel::value_error);
  CHECK_THROWS_WITH(ravel::resample(values, values, 0.0, 1.0, 0, reducer::sum), "resample: the step, 0, must be above 0 and finite");
  CHECK_THROWS_WITH(ravel::resample(keys, values, 0.0, 1.0, 1, reducer::sum),
                    "resample: the reader of keys is not in ascending order: element 2, 1, follows 2");
  CHECK_THROWS_AS(ravel::resample(values, values, 0.0, 9.0, 1, reducer::mean), ravel::value_error);  // of nothing
  CHECK_THROWS_AS(ravel::resample(values, std::vector<int>{1, 2, 3}, 0.0, 9.0, 1, fill_policy::linear), ravel::type_error);
  CHECK_THROWS_AS(ravel::resample(values, std::vector<double>{1}, 0.0, 9.0, 1, fill_policy::linear), ravel::shape_error);
}

TEST_CASE("steps from one end of the time that can be said to the other", "[op]") {
  using seconds = std::chrono::duration<int>;
  const auto found = ravel::resample(std::vector{seconds(0), seconds(1'500'000'000)}, std::vector<int>{1, 2}, seconds(-2'000'000'000),
                                     seconds(2'000'000'000), seconds(1'000'000'000), reducer::sum);
  CHECK_EQUAL(found.keys, {seconds(-2'000'000'000), seconds(-1'000'000'000), seconds(0), seconds(1'000'000'000)});
  CHECK_EQUAL(found.values, {std::int64_t{0}, std::int64_t{0}, std::int64_t{1}, std::int64_t{2}});
}
