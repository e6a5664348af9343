// SPDX-License-Identifier: BSL-1.0
// rolling_by and resample along an axis are the operation on each line alone, over every backing.
#include <ravel/op/keys/resample.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <chrono>
#include <numeric>

#include <tensor/backing.hpp>

using namespace backing;
using ravel::all;
using ravel::buffer;
using ravel::fill_policy;
using ravel::index_set;

namespace {

// Keys with ties and gaps.
std::vector<int> some_keys(support::random& r, index_t n) {
  std::vector<int> keys = digits<int>(r, n);
  std::partial_sum(keys.begin(), keys.end(), keys.begin());
  return keys;
}

}  // namespace

TEST_CASE("windows and steps by keys go along every line", "[tensor][lines]") {
  support::random r(6);
  const shape s{4, 6};
  const auto widest = [](const ravel::reader<double>& window) { return window.size() == 0 ? -1.0 : max(window); };
  for (const kind how : all_kinds) {
    const tensor<const double> t = readable<double>(how, s, digits<double>(r, s.elements()));
    for (const index_t axis : {0, 1}) {
      const auto keys = some_keys(r, s[axis]);
      const auto means = rolling_by(keys, t, 2, ravel::reducer::mean, axis);
      const auto before = rolling_by(keys, t, 2, ravel::reducer::sum, axis, ravel::closed_ends::left, ravel::empty_windows{-1});
      const auto greatest = rolling_by(keys, t, 2, widest, axis);
      const auto sums = resample(keys, t, -1, 7, 3, ravel::reducer::sum, axis);
      const auto largest = resample(keys, t, -1, 7, 3, widest, axis);
      const auto points = resample(keys, t, -1, 7, 3, fill_policy::forward, axis);
      CHECK(means.shape() == s);
      CHECK_EQUAL(sums.keys, {-1, 2, 5});
      CHECK(sums.values.extent(axis) == 3);
      for (index_t i = 0; i < s[1 - axis]; ++i) {
        const auto line_of = [&](const auto& of) { return axis == 0 ? of(all, i) : of(i, all); };
        const auto line = line_of(t);
        REQUIRE_EQUAL(line_of(means), rolling_by(keys, line, 2, ravel::reducer::mean));
        REQUIRE_EQUAL(line_of(before), rolling_by(keys, line, 2, ravel::reducer::sum, ravel::closed_ends::left, ravel::empty_windows{-1}));
        REQUIRE_EQUAL(line_of(greatest), rolling_by(keys, line, 2, widest));
        REQUIRE_EQUAL(line_of(sums.values), resample(keys, line, -1, 7, 3, ravel::reducer::sum).values);
        REQUIRE_EQUAL(line_of(largest.values), resample(keys, line, -1, 7, 3, widest).values);
        const auto wanted = resample(keys, line, -1, 7, 3, fill_policy::forward);
        REQUIRE_EQUAL(line_of(points.values), wanted.values);
        CHECK_EQUAL(points.keys, wanted.keys);
        CHECK(points.missing == wanted.missing);
      }
    }
  }
}

TEST_CASE("several series by points of time", "[tensor][lines]") {
  using namespace std::chrono_literals;
  const std::chrono::sys_seconds noon(12h);
  const std::vector<std::chrono::sys_seconds> times{noon, noon + 40s, noon + 70s};
  const tensor<int> t{{1, 10}, {2, 20}, {4, 40}};
  REQUIRE_EQUAL(rolling_by(times, t, 1min, ravel::reducer::sum, 0), (tensor<std::int64_t>{{1, 10}, {3, 30}, {6, 60}}));
  const auto minutes = resample(times, t, noon, noon + 2min, 1min, ravel::reducer::sum, -2);
  CHECK(minutes.keys[1] == noon + 1min);
  REQUIRE_EQUAL(minutes.values, (tensor<std::int64_t>{{3, 30}, {4, 40}}));
  REQUIRE_EQUAL(resample(times, cast<double>(t), noon, noon + 1min, 20s, fill_policy::linear, 0).values,
                (tensor<double>{{1, 10}, {1.5, 15}, {2, 20}}));
}

TEST_CASE("keys that are computed are so once, however many lines there are", "[tensor][lines]") {
  int calls = 0;
  const auto keys = ravel::generate(3, [&](index_t i) { return ++calls, i; });
  const auto t = ravel::ones<double>({50, 3});
  CHECK(rolling_by(keys, t, 2, ravel::reducer::sum, 1)(49, 2) == 2);
  CHECK(calls == 3);
  CHECK(resample(keys, t, 0, 3, 1, ravel::reducer::sum, 1).values(49, 2) == 1);
  CHECK(resample(keys, t, 0, 3, 1, fill_policy::nearest, 1).values(49, 2) == 1);
  CHECK(calls == 9);
}

TEST_CASE("keys that do not fit an axis are refused, lines or not", "[tensor][lines]") {
  const std::vector<int> keys{0, 1, 2};
  const auto none = ravel::zeros<double>({0, 3});
  CHECK(rolling_by(keys, none, 2, ravel::reducer::mean, 1).shape() == shape{0, 3});
  CHECK(resample(keys, none, 0, 5, 1, ravel::reducer::mean, 1).values.shape() == shape{0, 5});
  CHECK(resample(keys, none, 0, 5, 1, fill_policy::nearest, 1).values.shape() == shape{0, 5});
  CHECK_THROWS_WITH(rolling_by(keys, ravel::zeros<double>({0, 4}), 2, ravel::reducer::mean, 1),
                    "rolling_by: 3 keys for axis 1 of shape [0 4], which has 4 places");
  CHECK_THROWS_AS(resample(keys, ravel::zeros<double>({3, 4}), 0, 5, 1, ravel::reducer::mean, 1), ravel::shape_error);
  CHECK_THROWS_AS(resample(keys, ravel::zeros<double>({3, 4}), 0, 5, 1, fill_policy::forward, 1), ravel::shape_error);
  CHECK_THROWS_AS(rolling_by(keys, none, 2, ravel::reducer::mean, {0, 1}), ravel::value_error);
  CHECK_THROWS_AS(rolling_by(keys, none, 2, ravel::reducer::mean, 2), ravel::index_error);
  CHECK_THROWS_AS(rolling_by(keys, none, -1, ravel::reducer::mean, 1), ravel::value_error);
  CHECK_THROWS_AS(rolling_by(std::vector<int>{2, 1, 0}, none, 2, ravel::reducer::mean, 1), ravel::value_error);
  CHECK_THROWS_AS(resample(std::vector<int>{2, 1, 0}, none, 0, 5, 1, fill_policy::nearest, 1), ravel::value_error);
  CHECK_THROWS_AS(resample(std::vector<int>{2, 1, 0}, none, 0, 5, 1, ravel::reducer::mean, 1), ravel::value_error);
  CHECK_THROWS_AS(rolling_by(std::vector<int>{2, 1, 0}, ravel::zeros<double>({1, 3}), 2, ravel::reducer::mean, 1), ravel::value_error);
}
