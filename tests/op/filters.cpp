// SPDX-License-Identifier: BSL-1.0
// gaussian_filter, savgol_filter, median_filter, detrend and ricker against SciPy, what they are by definition, and bad input.
#include <ravel/lazy/cast.hpp>
#include <ravel/op/detrend.hpp>
#include <ravel/op/gaussian_filter.hpp>
#include <ravel/op/median_filter.hpp>
#include <ravel/op/ricker.hpp>
#include <ravel/op/savgol_filter.hpp>

#include <support/oracle.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::edge_mode;
using ravel::index_t;
using ravel::order;
using numbers = std::vector<double>;

numbers drawn(support::random& r, index_t n) {
  numbers all;
  for (index_t i = 0; i < n; ++i) all.push_back(10 * r.unit() - 3);
  return all;
}
numbers one(index_t value) { return {static_cast<double>(value)}; }

constexpr const char* program = R"(
import scipy.ndimage, scipy.signal
modes = {0: 'nearest', 1: 'constant', 2: 'reflect', 3: 'wrap'}
ends = {0: 'nearest', 1: 'constant', 3: 'wrap', 9: 'interp'}
def gaussian(x, sigma, order, mode, cut): return scipy.ndimage.gaussian_filter1d(x, sigma[0], order=int(order[0]), mode=modes[int(mode[0])], truncate=cut[0])
def savgol(x, width, degree, order, delta, mode): return scipy.signal.savgol_filter(x, int(width[0]), int(degree[0]), deriv=int(order[0]), delta=delta[0], mode=ends[int(mode[0])])
def median(x, width, mode): return scipy.ndimage.median_filter(x, int(width[0]), mode=modes[int(mode[0])])
def detrend(x, kind, bp): return scipy.signal.detrend(x, type=['linear', 'constant'][int(kind[0])], bp=bp.astype(int))
def ricker(n, a): return scipy.signal.ricker(int(n[0]), a[0])
)";
constexpr edge_mode edges[] = {edge_mode::clamp, edge_mode::zero, edge_mode::reflect, edge_mode::wrap};

}  // namespace

TEST_CASE("filters are SciPy's") {
  support::oracle all(1e-13);
  support::random r(1);
  for (const index_t n : {1, 2, 5, 30, 201}) {
    const numbers values = drawn(r, n);
    const auto x = support::in_every_way(values)[static_cast<std::size_t>(n % 4)];
    for (index_t mode = 0; mode < 4; ++mode) {
      const edge_mode edge = edges[mode];
      for (const double sigma : {0.3, 1.0, 2.7}) {
        all.ask("gaussian", {values, {sigma}, {0}, one(mode), {4}}, gaussian_filter(x, sigma, edge));
        if (n < 3) continue;  // sums that are 0 but for their rounding
        all.ask("gaussian", {values, {sigma}, {1}, one(mode), {4}}, gaussian_filter(x, sigma, order{1}, edge));
        all.ask("gaussian", {values, {sigma}, {3}, one(mode), {2.5}}, gaussian_filter(x, sigma, edge, order{3}, ravel::truncate_at{2.5}));
      }
      for (const index_t width : {1, 3, 7}) all.ask("median", {values, one(width), one(mode)}, median_filter(x, width, edge), 0);
    }
    for (const index_t width : {1, 5, 11, 25}) {
      for (const index_t degree : {0, 2, 3, 7}) {
        if (degree >= width) continue;
        for (const index_t derivative : {0, 1, 2}) {
          if (n < 5 && derivative > 0) continue;
          const numbers of{static_cast<double>(derivative)};
          const double bound = degree == 7 ? 1e-6 : 1e-11;  // theirs solve a system of equations, whose digits go with the degree
          const auto by = order{derivative};
          if (width <= n)
            all.ask("savgol", {values, one(width), one(degree), of, {0.5}, {9}}, savgol_filter(x, width, degree, by, ravel::spacing{0.5}),
                    bound);
          all.ask("savgol", {values, one(width), one(degree), of, {-2}, {0}},
                  savgol_filter(x, width, degree, by, ravel::spacing{-2}, edge_mode::clamp), bound);
          if (n >= width)
            all.ask("savgol", {values, one(width), one(degree), of, {1}, {3}}, savgol_filter(x, width, degree, edge_mode::wrap, by), bound);
        }
      }
    }
    if (n > 2) all.ask("detrend", {values, {0}, {0}}, detrend(x));  // of two nothing is left but rounding
    all.ask("detrend", {values, {1}, {0}}, detrend(x, ravel::trend_kind::constant));
    if (n >= 30) all.ask("detrend", {values, {0}, {20, 7}}, detrend(x, ravel::breakpoints{{20, 7}}));
    for (const double width : {0.5, 3.0, 40.0}) all.ask("ricker", {one(n), {width}}, ravel::ricker(n, width));
  }
  all.check(program, "scipy.signal");
}

TEST_CASE("polynomials pass a Savitzky-Golay filter of their degree, and lines are trends") {
  const auto cubic = ravel::make_buffer<double>(40), slope = ravel::make_buffer<double>(40);
  for (index_t i = 0; i < 40; ++i) {
    const double x = 0.1 * static_cast<double>(i) - 2;
    cubic[i] = 1 + x - 2 * x * x + 3 * x * x * x;
    slope[i] = 1 - 4 * x + 9 * x * x;
  }
  const auto same = savgol_filter(cubic, 9, 3), first = savgol_filter(cubic, 11, 4, order{1}, ravel::spacing{0.1});
  for (index_t i = 0; i < 40; ++i) {
    CHECK(std::abs(same[i] - cubic[i]) < 1e-12);
    CHECK(std::abs(first[i] - slope[i]) < 1e-10);
  }
  for (const double value : savgol_filter(cubic, 5, 2, order{3})) CHECK(value == 0);
  for (const double value : detrend(ravel::buffer<int>{1000001, 1000004, 1000007, 1000010})) CHECK(std::abs(value) < 1e-9);
  CHECK_EQUAL(detrend(ravel::buffer<double>{5}), {0.0});
  CHECK_EQUAL(detrend(ravel::buffer<double>{1, 3, 10, 20}, ravel::trend_kind::constant, ravel::breakpoints{{2}}), {-1.0, 1.0, -5.0, 5.0});
}

TEST_CASE("types, few elements and none, NaN, and bad input to filters") {
  const auto none = ravel::make_buffer<double>(0);
  static_assert(std::same_as<decltype(gaussian_filter(buffer<float>{1}, 1)), buffer<float>>);
  static_assert(std::same_as<decltype(savgol_filter(buffer<int>{1}, 1, 0)), buffer<double>>);
  CHECK(gaussian_filter(none, 1).size() == 0);
  CHECK(median_filter(none, 3).size() == 0);
  CHECK(detrend(none).size() == 0);
  CHECK(ravel::ricker(0, 1).size() == 0);
  CHECK_EQUAL(gaussian_filter(buffer<int>{1, 2, 4}, 0), {1.0, 2.0, 4.0});
  CHECK(gaussian_filter(buffer<int>{1, 2, 4}, 1, edge_mode::valid).size() == 0);
  CHECK_EQUAL(median_filter(buffer<int>{1, 9, 4, 5}, 2), {1.0, 5.0, 6.5, 4.5});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto holed = gaussian_filter(buffer<double>{0, 0, 0, nan, 0, 0, 0}, 0.5, ravel::truncate_at{2});
  CHECK_EQUAL(holed, {0.0, 0.0, nan, nan, nan, 0.0, 0.0});
  CHECK_THROWS_WITH(gaussian_filter(none, -1), "gaussian_filter with a standard deviation of -1: it must be a finite number above 0");
  CHECK_THROWS_AS(gaussian_filter(none, nan), ravel::value_error);
  CHECK_THROWS_AS(gaussian_filter(none, 1e300), ravel::value_error);
  CHECK_THROWS_WITH(gaussian_filter(none, 1, order{-1}), "gaussian_filter of order -1: it must not be negative");
  CHECK_THROWS_AS(gaussian_filter(none, 1, ravel::truncate_at{0}), ravel::value_error);
  CHECK_THROWS_WITH(savgol_filter(none, 4, 2), "savgol_filter with a width of 4: it must be odd and positive");
  CHECK_THROWS_WITH(savgol_filter(none, 5, 5),
                    "savgol_filter with polynomials of degree 5 in windows of 5 elements: it must be at least 0 and "
                    "below the width");
  CHECK_THROWS_WITH(
      savgol_filter(buffer<double>{1, 2, 3}, 5, 2),
      "savgol_filter of 3 elements with a width of 5: say what stands beyond the ends by an edge_mode, or take a smaller window");
  CHECK_THROWS_AS(savgol_filter(none, 3, 1, ravel::spacing{0}), ravel::value_error);
  CHECK_THROWS_AS(savgol_filter(none, 3, 1, order{-1}), ravel::value_error);
  CHECK_THROWS_AS(median_filter(none, 0), ravel::value_error);
  CHECK_THROWS_WITH(detrend(buffer<double>{1, 2}, ravel::breakpoints{{3}}), "detrend with a breakpoint at 3 of 2 elements");
  CHECK_THROWS_WITH(ravel::ricker(-1, 1), "ricker of -1 points: there must not be fewer than 0");
  CHECK_THROWS_WITH(ravel::ricker(3, 0), "ricker with a width of 0: it must be a finite number above 0");
}
