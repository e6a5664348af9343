// SPDX-License-Identifier: BSL-1.0
// Windows by keys against a model that asks every row whether it belongs to the window; keys of all kinds, equal ones, and empty windows.
#include <ravel/lazy/operators.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/keys/rolling_by.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <chrono>
#include <cmath>

using ravel::buffer;
using ravel::closed_ends;
using ravel::empty_windows;
using ravel::index_t;
using ravel::nan_policy;
namespace reducer = ravel::reducer;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr closed_ends all_ends[] = {closed_ends::right, closed_ends::left, closed_ends::both, closed_ends::neither};

// The values whose keys lie in the window of a key.
template <class K>
std::vector<double> window(const std::vector<K>& keys, const std::vector<double>& values, K key, K span, closed_ends closed) {
  const bool left = closed == closed_ends::left || closed == closed_ends::both;
  const bool right = closed == closed_ends::right || closed == closed_ends::both;
  std::vector<double> found;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const bool begun = left ? key - keys[i] <= span : key - keys[i] < span;
    if (begun && (right ? keys[i] <= key : keys[i] < key)) found.push_back(values[i]);
  }
  return found;
}

void require_near(double found, double expected) {
  if (std::isnan(expected)) {
    REQUIRE(std::isnan(found));
  } else {
    REQUIRE(std::abs(found - expected) <= 1e-12 * (1 + std::abs(expected)));
  }
}

template <class K>
void check(const std::vector<K>& keys, const std::vector<double>& values, K span, closed_ends closed) {
  const empty_windows nothing{no_number};
  const auto n = static_cast<index_t>(keys.size());
  const auto total = ravel::rolling_by(keys, values, span, reducer::sum, closed);
  const auto count = ravel::rolling_by(keys, values, span, reducer::count, closed);
  const auto mean = ravel::rolling_by(keys, values, span, reducer::mean, closed, nothing);
  const auto most = ravel::rolling_by(keys, values, span, reducer::max, nothing, closed);
  const auto spread = ravel::rolling_by(keys, values, span, reducer::variance, closed, nothing);
  const auto called = ravel::rolling_by(
      keys, values, span, [](const ravel::reader<double>& w) { return ravel::sum(w); }, closed);
  REQUIRE(total.size() == n);
  for (index_t i = 0; i < n; ++i) {
    const auto inside = window(keys, values, keys[static_cast<std::size_t>(i)], span, closed);
    REQUIRE(count[i] == static_cast<index_t>(inside.size()));
    require_near(total[i], ravel::sum(inside));
    require_near(called[i], ravel::sum(inside));
    require_near(mean[i], inside.empty() ? no_number : ravel::reduce_with(inside, reducer::mean));
    require_near(most[i], inside.empty() ? no_number : ravel::reduce_with(inside, reducer::max));
    require_near(spread[i], inside.empty() ? no_number : ravel::reduce_with(inside, reducer::variance));
  }
}

}  // namespace

TEST_CASE("windows go by keys", "[op]") {
  support::random r(91);
  for (const index_t n : {0, 1, 2, 9, 120}) {
    for (const int span : {1, 3, 10, 1000}) {
      std::vector<int> keys;
      std::vector<double> real_keys, values;
      for (index_t i = 0; i < n; ++i) {
        keys.push_back((keys.empty() ? -5 : keys.back()) + static_cast<int>(r.below(r.chance(9) ? 30 : 4)));
        real_keys.push_back(keys.back() / 4.0);
        values.push_back(static_cast<double>(r.below(100)));
      }
      for (const closed_ends closed : all_ends) {
        check(keys, values, span, closed);
        check(real_keys, values, span / 4.0, closed);
      }
    }
  }
}

TEST_CASE("keys far apart and points of time", "[op]") {
  const std::vector<std::int64_t> far{INT64_MIN, -1, INT64_MAX};
  CHECK_EQUAL(ravel::rolling_by(far, std::vector<int>{1, 2, 4}, INT64_MAX, reducer::sum), {INT64_C(1), INT64_C(2), INT64_C(4)});
  CHECK_EQUAL(ravel::rolling_by(far, std::vector<int>{1, 2, 4}, INT64_MAX, reducer::sum, closed_ends::both),
              {INT64_C(1), INT64_C(3), INT64_C(4)});
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> endless{-infinity, -infinity, 0, infinity, infinity};
  CHECK_EQUAL(ravel::rolling_by(endless, std::vector<int>{1, 2, 4, 8, 16}, 5, reducer::sum),
              {INT64_C(3), INT64_C(3), INT64_C(4), INT64_C(24), INT64_C(24)});
  using namespace std::chrono_literals;
  const std::chrono::sys_seconds noon(12h);
  const std::vector<std::chrono::sys_seconds> times{noon, noon + 59s, noon + 60s, noon + 5min};
  CHECK_EQUAL(ravel::rolling_by(times, std::vector<double>{1, 2, 4, 8}, 1min, reducer::sum), {1.0, 3.0, 6.0, 8.0});
}

TEST_CASE("NaN is kept, left out of windows, or refused", "[op]") {
  const std::vector<int> keys{0, 1, 2, 3, 9};
  const std::vector<double> values{1, no_number, 3, 5, no_number};
  CHECK_EQUAL(ravel::rolling_by(keys, values, 2, reducer::mean), {1.0, no_number, no_number, 4.0, no_number});
  CHECK_EQUAL(ravel::rolling_by(keys, values, 2, reducer::mean, nan_policy::skip, empty_windows{-1}), {1.0, 1.0, 3.0, 4.0, -1.0});
  const std::vector<std::int8_t> small{1, 2, 3};  // which 1000 is not, though no window is empty
  CHECK_THROWS_AS(ravel::rolling_by(std::vector<int>{1, 2, 3}, small, 2, reducer::max, empty_windows{1000}), ravel::type_error);
  CHECK_THROWS_WITH(ravel::rolling_by(keys, values, 2, reducer::mean, nan_policy::refuse), Catch::ContainsSubstring("NaN"));
  CHECK_THROWS_AS(ravel::rolling_by(keys, values, 2, reducer::mean, nan_policy::skip), ravel::value_error);
  CHECK_EQUAL(ravel::expanding(values, reducer::sum, nan_policy::skip), {1.0, 1.0, 4.0, 9.0, 9.0});
}

TEST_CASE("two columns are rolled by keys", "[op]") {
  const std::vector<int> keys{0, 1, 2, 3};
  const std::vector<double> a{1, 2, 3, 4}, b{2, 4, 6, 9};
  const auto found = ravel::rolling_by(keys, std::tie(a, b), 3, reducer::regression, closed_ends::both);
  CHECK(found[2].slope == Approx(2));
  CHECK(found[3].slope == Approx(2.3));
}

TEST_CASE("expanding windows hold all up to each", "[op]") {
  support::random r(92);
  std::vector<int> values;
  for (int i = 0; i < 300; ++i) values.push_back(static_cast<int>(r.between(-9, 9)));
  for (const auto& x : support::in_every_way(values)) {
    const auto total = ravel::expanding(x, reducer::sum);
    const auto spread = ravel::expanding(x, reducer::variance);
    const auto skew = ravel::expanding(x, reducer::skew);
    std::vector<int> seen;
    for (index_t i = 0; i < 300; ++i) {
      seen.push_back(values[static_cast<std::size_t>(i)]);
      REQUIRE(total[i] == ravel::sum(seen));
      require_near(spread[i], ravel::reduce_with(seen, reducer::variance));
      if (i > 20) require_near(skew[i], ravel::reduce_with(seen, reducer::skew));
    }
  }
  CHECK(ravel::expanding(std::vector<double>(), reducer::mean).size() == 0);
}

TEST_CASE("keys and spans that make no windows are named", "[op]") {
  const std::vector<double> keys{0, 2, 1}, values{1, 2, 3};
  CHECK_THROWS_WITH(ravel::rolling_by(keys, values, 1, reducer::sum),
                    "rolling_by: the reader of keys is not in ascending order: element 2, 1, follows 2");
  CHECK_THROWS_WITH(ravel::rolling_by(values, values, 0, reducer::sum), "rolling_by: the span, 0, must be above 0 and finite");
  CHECK_THROWS_AS(ravel::rolling_by(values, values, -1.5, reducer::sum), ravel::value_error);
  using fraction = std::chrono::duration<double>;
  CHECK_THROWS_WITH(ravel::rolling_by(std::vector{fraction(0), fraction(5), fraction(std::nan(""))}, std::vector<int>{1, 2, 4}, fraction(1),
                                      reducer::sum),
                    "rolling_by: key 2 is NaN");
  CHECK_THROWS_AS(ravel::rolling_by(std::vector{fraction(0)}, std::vector<int>{1}, fraction(INFINITY), reducer::sum), ravel::value_error);
  CHECK_THROWS_AS(ravel::rolling_by(values, std::vector<double>{1}, 1, reducer::sum), ravel::shape_error);
  CHECK_THROWS_WITH(ravel::rolling_by(std::vector<double>{1, no_number}, std::vector<double>{1, 2}, 1, reducer::sum),
                    "rolling_by: key 1 is NaN");
}
