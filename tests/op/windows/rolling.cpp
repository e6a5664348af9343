// SPDX-License-Identifier: BSL-1.0
// Rolling windows against each window on its own: every reducer, position, edge and element type; NaN and infinity that come and go; and
// that no error builds up.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/storage/list.hpp>

#include <support/elements.hpp>
#include <support/faults.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <tuple>

namespace {

using ravel::buffer;
using ravel::edge_mode;
using ravel::index_t;
using ravel::nan_policy;
using ravel::reader;
using ravel::window_position;
namespace reducer = ravel::reducer;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
constexpr window_position positions[] = {window_position::left, window_position::centre, window_position::right};
constexpr edge_mode edges[] = {edge_mode::clamp, edge_mode::zero, edge_mode::reflect, edge_mode::wrap, edge_mode::valid};

// The elements of each window, one by one.
std::vector<std::vector<double>> windows_of(const std::vector<double>& values, index_t width, window_position position, edge_mode edge) {
  const auto n = static_cast<index_t>(values.size());
  const index_t before = position == window_position::left ? width - 1 : position == window_position::right ? 0 : width / 2;
  std::vector<std::vector<double>> all;
  for (index_t i = 0; i < (edge == edge_mode::valid ? n - width + 1 : n); ++i) {
    std::vector<double> window;
    for (index_t j = 0; j < width; ++j) {
      index_t at = edge == edge_mode::valid ? i + j : i - before + j;
      if (edge == edge_mode::clamp) at = at < 0 ? 0 : at >= n ? n - 1 : at;
      if (edge == edge_mode::wrap) at = (at % n + n) % n;
      if (edge == edge_mode::reflect) at = (at % (2 * n) + 2 * n) % (2 * n);
      if (edge == edge_mode::reflect && at >= n) at = 2 * n - 1 - at;
      window.push_back(at < 0 || at >= n ? 0.0 : values[static_cast<std::size_t>(at)]);
    }
    all.push_back(std::move(window));
  }
  return all;
}

bool near(double a, double b, double tolerance) { return a == b || (a != a && b != b) || std::abs(a - b) <= tolerance; }

void require_near(const std::vector<double>& found, const std::vector<double>& expected, double tolerance) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!near(found[i], expected[i], tolerance)) FAIL("window " << i << ": " << found[i] << " and " << expected[i]);
  }
}

std::vector<double> as_doubles(const auto& values) {
  std::vector<double> all;
  for (const auto& value : values) all.push_back(static_cast<double>(value));
  return all;
}

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
  support::ordered_types::each([]<class T>() {
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
