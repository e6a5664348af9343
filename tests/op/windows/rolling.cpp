// SPDX-License-Identifier: BSL-1.0
// Rolling windows against each window on its own: every reducer, position, edge and element type; NaN and infinity that come and go; and
// that no error builds up.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/compose.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/storage/list.hpp>

#include <support/elements.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include "windows.hpp"

#include <tuple>

namespace {

using ravel::buffer;
using ravel::edge_mode;
using ravel::index_t;
using ravel::nan_policy;
using ravel::reader;
using ravel::window_position;
using namespace window_tests;
namespace reducer = ravel::reducer;

// reduce_with over each window
template <class Reducer>
std::vector<double> window_by_window(const std::vector<double>& values, index_t width, const Reducer& reducer, window_position position,
                                     edge_mode edge) {
  std::vector<double> all;
  for (const auto& window : windows_of(values, width, position, edge)) {
    all.push_back(static_cast<double>(reduce_with(reader<double>(support::in_memory(window)), reducer)));
  }
  return all;
}

// x, of any type, against its values as double
template <class Reducer>
void check_windows(const auto& x, index_t width, const Reducer& reducer, double tolerance) {
  const std::vector<double> values = as_doubles(x);
  for (const window_position position : positions) {
    for (const edge_mode edge : edges) {
      require_near(as_doubles(rolling(x, width, reducer, position, edge)), window_by_window(values, width, reducer, position, edge),
                   tolerance);
    }
  }
}

}  // namespace

TEST_CASE("rolling reducers give what each window gives") {
  support::ordered_kinds::each([]<class T>() {
    support::random r(71);
    int turn = 0;
    for (const index_t n : {1, 2, 7, 40}) {
      for (const index_t width : {1, 2, 3, 8, 41}) {
        std::vector<T> values;
        for (index_t i = 0; i < n; ++i) values.push_back(r.small<T>());
        const auto x = support::in_every_way(values)[static_cast<std::size_t>(++turn % 4)];
        check_windows(x, width, reducer::sum, 0);
        check_windows(x, width, reducer::mean, 1e-14);
        check_windows(x, width, reducer::min, 0);
        check_windows(x, width, reducer::max, 0);
        check_windows(x, width, reducer::variance(ravel::ddof{0}), 1e-12);
        check_windows(x, width, reducer::standard_deviation, 1e-12);
        check_windows(x, width, reducer::count, 0);
      }
    }
  });
}

TEST_CASE("NaN and infinity come and go without a trace") {
  support::random r(72);
  for (const index_t width : {1, 2, 5, 16}) {
    std::vector<double> values;
    for (index_t i = 0; i < 200; ++i) {
      values.push_back(r.chance(15) ? no_number : r.chance(15) ? (r.chance(2) ? infinity : -infinity) : r.small<double>());
    }
    const auto x = support::in_memory(values);
    check_windows(x, width, reducer::sum, 0);
    check_windows(x, width, reducer::mean, 1e-14);
    check_windows(x, width, reducer::min, 0);
    check_windows(x, width, reducer::max, 0);
    check_windows(x, width, reducer::variance, 1e-12);
    check_windows(x, width, reducer::skew(ravel::elements_are::population), 1e-9);
  }
}

TEST_CASE("no error builds up") {
  // A large number in front would stay in a running sum as rounding.
  std::vector<double> values{1e17, -1e17};
  support::random r(73);
  for (int i = 0; i < 20000; ++i) values.push_back(r.unit());
  const auto x = support::in_memory(values);
  const auto sums = rolling(x, 50, reducer::sum, window_position::right, edge_mode::valid);
  const auto spreads = rolling(x, 50, reducer::variance, window_position::right, edge_mode::valid);
  for (index_t i = 2; i < sums.size(); i += 997) {
    REQUIRE(sums[i] == Approx(sum(ravel::slice(x, i, 50))).epsilon(1e-14));
    REQUIRE(spreads[i] == Approx(reduce_with(ravel::slice(x, i, 50), reducer::variance)).epsilon(1e-12));
  }
  const auto constant = rolling(ravel::make_buffer<double>(5000, 0.1), 77, reducer::variance);
  for (index_t i = 0; i < constant.size(); ++i) REQUIRE(constant[i] == 0);
  CHECK_EQUAL(rolling(buffer<std::int64_t>{INT64_MAX, 1, -2, 5}, 3, reducer::sum, window_position::right, edge_mode::valid),
              {INT64_MAX - 1, INT64_C(4)});
  CHECK_THROWS_AS(rolling(buffer<std::int64_t>{INT64_MAX, 1, -2}, 2, reducer::sum), ravel::overflow_error);
}

TEST_CASE("any reducer rolls, several at once too") {
  const buffer<double> x{1, 2, 3, 4, 10};
  CHECK(rolling(x, 5, reducer::skew(ravel::elements_are::sample), window_position::left, edge_mode::valid)[0] ==
        Approx(1.6970562748477143));
  const auto both = rolling(x, 3, compose(reducer::min, reducer::mean));
  CHECK(both[0] == std::tuple(1.0, 4.0 / 3));
  CHECK(both[4] == std::tuple(4.0, 8.0));
  CHECK_EQUAL(rolling(buffer<std::string>{"b", "a", "c"}, 2, reducer::max, window_position::right, edge_mode::clamp), {"b", "c", "c"});
  CHECK_EQUAL(rolling(buffer<char>{1, 5, 2}, 2, reducer::sum, window_position::left, edge_mode::zero), {1, 6, 7});
  CHECK_EQUAL(rolling(ravel::list<int>{1, 5, 2}, 2, reducer::max, window_position::left), {1, 5, 5});
  CHECK_EQUAL(rolling(ravel::iota<int>(4) * 2, 2, reducer::mean), {0.0, 1.0, 3.0, 5.0});
}

TEST_CASE("NaN in windows") {
  const buffer<double> x{1, no_number, 3, 4};
  CHECK_EQUAL(rolling(x, 2, reducer::sum, window_position::left, edge_mode::clamp), {2, no_number, no_number, 7});
  CHECK_EQUAL(rolling(x, 2, reducer::sum, window_position::left, edge_mode::clamp, nan_policy::skip), {2, 1, 3, 7});
  CHECK_EQUAL(rolling(x, 2, reducer::mean, window_position::left, edge_mode::clamp, nan_policy::skip), {1, 1, 3, 3.5});
  CHECK_EQUAL(rolling(x, 2, reducer::count, window_position::left, edge_mode::clamp, nan_policy::skip), {2, 1, 1, 2});
  CHECK_THROWS_WITH(rolling(x, 1, reducer::mean, window_position::left, edge_mode::clamp, nan_policy::skip),
                    "mean of no elements has no value: window 1. when_empty{v} says what stands there");
  CHECK_THROWS_WITH(rolling(x, 2, reducer::mean, window_position::left, edge_mode::clamp, nan_policy::refuse),
                    "rolling was told to refuse NaN, and element 1 is NaN");
}
