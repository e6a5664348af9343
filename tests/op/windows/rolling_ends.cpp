// SPDX-License-Identifier: BSL-1.0
// Rolling windows beyond the ends, without elements, and with a step. Functions see each window as it is.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/storage/list.hpp>

#include <support/faults.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include "windows.hpp"

namespace {

using ravel::buffer;
using ravel::edge_mode;
using ravel::index_t;
using ravel::nan_policy;
using ravel::reader;
using ravel::window_position;
using namespace window_tests;
namespace reducer = ravel::reducer;

}  // namespace

TEST_CASE("a function of each window") {
  const buffer<int> x{3, 1, 4, 1, 5};
  const auto spread = [](const reader<int>& window) { return max(window) - min(window); };
  CHECK_EQUAL(rolling(x, 3, spread), {2, 3, 3, 4, 4});
  CHECK_EQUAL(rolling(x, 2, spread, window_position::right, edge_mode::valid), {2, 3, 3, 4});
  CHECK_EQUAL(rolling(
                  x, 3, [](const auto& window) { return std::to_string(window[0]) + std::to_string(window[2]); }, window_position::left,
                  edge_mode::zero),
              {"03", "01", "34", "11", "45"});
  std::vector<reader<int>> kept;  // a window owns what it looks at
  static_cast<void>(rolling(x + 0, 2, [&](const reader<int>& window) { return kept.push_back(window), 0; }));
  CHECK_EQUAL(kept[4], {1, 5});
  CHECK_THROWS_WITH(rolling(x, 2, [](const reader<int>& window) { return window[0] == 4 ? throw std::runtime_error("four") : 1; }), "four");
}

TEST_CASE("nothing, windows too wide, and bad widths") {
  const auto none = ravel::make_buffer<double>(0);
  const buffer<double> x{1, 2};
  for (const edge_mode edge : edges) CHECK(rolling(none, 3, reducer::mean, window_position::left, edge).size() == 0);
  CHECK(rolling(x, 3, reducer::mean, window_position::left, edge_mode::valid).size() == 0);
  CHECK(rolling(none, 3, [](const reader<double>&) { return 1; }).size() == 0);
  CHECK_THROWS_WITH(rolling(x, 0, reducer::mean), "rolling over windows of 0 elements: there must be at least 1");
  CHECK_THROWS_WITH(rolling(x, -4, [](const reader<double>&) { return 1; }),
                    "rolling over windows of -4 elements: there must be at least 1");
  CHECK_THROWS_AS(rolling(x, ravel::index_limit, reducer::mean), ravel::overflow_error);
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(rolling(x + 1.0, 2, reducer::mean)); }) >= 3);
}

TEST_CASE("every third window alone") {
  const buffer<double> x{1, 2, 3, 4, 10, 6, 7};
  const auto all = rolling(x, 3, reducer::sum, edge_mode::zero);
  int calls = 0;
  const auto count_and_sum = [&](const reader<double>& window) { return ++calls, sum(window); };
  for (const index_t step : {1, 2, 3, 7, 100}) {
    REQUIRE_EQUAL(rolling(x, 3, reducer::sum, edge_mode::zero, ravel::every{step}),
                  ravel::clone(slice(all, 0, (7 + step - 1) / step, step)));
    REQUIRE_EQUAL(rolling(x, 3, count_and_sum, ravel::every{step}, edge_mode::zero),
                  ravel::clone(slice(all, 0, (7 + step - 1) / step, step)));
  }
  CHECK(calls == 7 + 4 + 3 + 1 + 1);
  CHECK(rolling(x, 3, reducer::sum, edge_mode::valid, ravel::every{2}).size() == 3);
  CHECK(rolling(x, 3, reducer::sum, edge_mode::valid, ravel::every{INT64_MAX}).size() == 1);
  CHECK_THROWS_WITH(rolling(x, 3, reducer::sum, ravel::every{0}), "rolling with every{0}: it must be at least 1");
}

TEST_CASE("windows far wider than the data hold what is beyond the ends again and again", "[op]") {
  const std::vector<double> values{3, no_number, 4, -5}, clean{3, -1, 4, -5};
  for (const index_t width : {50000, 50001}) {
    for (const auto position : positions) {
      for (const auto edge : edges) {
        if (edge == edge_mode::valid) continue;
        const auto windows = windows_of(clean, width, position, edge);
        std::vector<double> sums, means, greatest, spreads;
        for (const auto& w : windows) {
          sums.push_back(ravel::sum(w));
          means.push_back(sums.back() / static_cast<double>(width));
          greatest.push_back(*std::max_element(w.begin(), w.end()));
          double squares = 0;
          for (const double v : w) squares += (v - means.back()) * (v - means.back());
          spreads.push_back(squares / static_cast<double>(width));
        }
        require_near(as_doubles(ravel::rolling(clean, width, reducer::sum, position, edge)), sums, 1e-6);
        require_near(as_doubles(ravel::rolling(clean, width, reducer::mean, position, edge)), means, 1e-9);
        require_near(as_doubles(ravel::rolling(clean, width, reducer::max, position, edge)), greatest, 0);
        require_near(as_doubles(ravel::rolling(clean, width, reducer::variance, position, edge)), spreads, 1e-9);
        std::vector<double> firsts, lasts, thirds;
        for (std::size_t i = 0; i < windows.size(); ++i) {
          firsts.push_back(windows[i].front());
          lasts.push_back(windows[i].back());
          if (i % 3 == 0) thirds.push_back(sums[i]);
        }
        require_near(as_doubles(ravel::rolling(clean, width, reducer::first, position, edge)), firsts, 0);
        require_near(as_doubles(ravel::rolling(clean, width, reducer::last, position, edge)), lasts, 0);
        require_near(as_doubles(ravel::rolling(clean, width, reducer::sum, position, edge, ravel::every{3})), thirds, 1e-6);
        require_near(as_doubles(ravel::rolling(
                         clean, width, [](const reader<double>& w) { return ravel::sum(w); }, position, edge)),
                     sums, 1e-6);
        std::vector<double> counts;
        for (const auto& w : windows_of(values, width, position, edge))
          counts.push_back(static_cast<double>(std::count_if(w.begin(), w.end(), [](double v) { return v == v; })));
        require_near(as_doubles(ravel::rolling(values, width, reducer::count, position, edge, nan_policy::skip)), counts, 0);
        const auto both = ravel::rolling(clean, clean, width, reducer::covariance, position, edge);
        require_near(as_doubles(both), spreads, 1e-9);
      }
    }
  }
  // In the time and memory of the data, whatever the width.
  const index_t huge = index_t{1} << 60;
  CHECK(ravel::rolling(buffer<int>{1, 2, 3}, huge, reducer::max, window_position::right)[0] == 3);
  CHECK(ravel::rolling(buffer<double>{1, 2, 6}, huge, reducer::mean, edge_mode::wrap)[2] == 3);
  CHECK(ravel::rolling(buffer<int>{0, 1, 0}, huge, reducer::sum, window_position::left)[1] == 1);
  CHECK_THROWS_AS(ravel::rolling(buffer<int>{100, 1, 0}, huge, reducer::sum, window_position::left), ravel::overflow_error);
  CHECK(ravel::rolling(buffer<double>{1, 2}, huge, [](const reader<double>& w) { return w.size(); })[0] == huge);
  const buffer<double> none{no_number, no_number};
  CHECK_THROWS_AS(ravel::rolling(none, huge, reducer::mean, nan_policy::skip), ravel::value_error);
  CHECK(ravel::rolling(none, huge, reducer::sum, nan_policy::skip, ravel::when_empty{-1})[1] == -1);
}

TEST_CASE("a window that holds nothing is named, or is what is told", "[op]") {
  const std::vector<double> x{1, no_number, no_number, no_number, 5};
  using ravel::when_empty, ravel::rolling;
  CHECK_THROWS_WITH(rolling(x, 2, reducer::mean, nan_policy::skip),
                    "mean of no elements has no value: window 2. when_empty{v} says what stands there");
  CHECK(ravel::to_vector(rolling(x, 2, reducer::mean, nan_policy::skip, when_empty{-1})) == std::vector<double>{1, 1, -1, -1, 5});
  CHECK(ravel::to_vector(rolling(x, 2, reducer::sum, nan_policy::skip)) == std::vector<double>{2, 1, 0, 0, 5});
  CHECK(ravel::to_vector(rolling(x, 2, reducer::sum, when_empty{-1}, nan_policy::skip)) == std::vector<double>{2, 1, -1, -1, 5});
  CHECK(ravel::to_vector(rolling(x, 2, reducer::min, nan_policy::skip, ravel::empty_windows{7})) == std::vector<double>{1, 1, 7, 7, 5});
  CHECK(ravel::to_vector(rolling(x, x, 2, reducer::covariance, nan_policy::skip, when_empty{7}, edge_mode::valid)) ==
        std::vector<double>{0, 7, 7, 0});
  // A window that nobody asks for may hold nothing.
  CHECK(ravel::to_vector(rolling(x, 2, reducer::mean, nan_policy::skip, ravel::every{4})) == std::vector<double>{1, 5});
  // So of functions, which are given what is left.
  const auto size = [](const reader<double>& w) { return w.size(); };
  const auto mean = [](const reader<double>& w) { return ravel::mean(w, nan_policy::skip); };
  CHECK(ravel::to_vector(rolling(x, 2, size, nan_policy::skip)) == std::vector<index_t>{2, 1, 0, 0, 1});
  CHECK(ravel::to_vector(rolling(x, 2, size, nan_policy::skip, when_empty{-1})) == std::vector<index_t>{2, 1, -1, -1, 1});
  CHECK(ravel::to_vector(rolling(x, 2, mean, when_empty{-1})) == std::vector<double>{1, 1, -1, -1, 5});
  CHECK_THROWS_WITH(rolling(x, 2, mean), "mean of no elements has no value: window 2. when_empty{v} says what stands there");
  CHECK_THROWS_WITH(rolling(x, 2, mean, nan_policy::refuse), "rolling was told to refuse NaN, and element 1 is NaN");
  // A window with weight on NaN alone.
  const ravel::weights w{0, 1};
  CHECK(ravel::to_vector(rolling(x, w, reducer::mean, nan_policy::skip, when_empty{-1})) == std::vector<double>{1, -1, -1, -1, 5});
  CHECK(ravel::to_vector(rolling(x, w, reducer::sum, nan_policy::skip, when_empty{-1})) == std::vector<double>{1, -1, -1, -1, 5});
  CHECK_THROWS_WITH(rolling(x, w, reducer::mean, nan_policy::skip),
                    "mean of no elements has no value: window 1. when_empty{v} says what stands there");
}

TEST_CASE("a window that a function keeps stays as it was", "[op]") {
  const buffer<double> x{1, 2, 3, 4, 5};
  std::vector<reader<double>> kept;
  std::ignore = ravel::rolling(
      x, 2,
      [&](const reader<double>& w) {
        if (w[0] != 3) kept.push_back(w[0] == 2 ? reader<double>(slice(w, 1, 1)) : w);
        return w[0];
      },
      window_position::right, edge_mode::valid);
  CHECK(ravel::to_vector(kept[0]) == std::vector<double>{1, 2});
  CHECK(ravel::to_vector(kept[1]) == std::vector<double>{3});
  CHECK(ravel::to_vector(kept[2]) == std::vector<double>{4, 5});
}
