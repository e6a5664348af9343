// SPDX-License-Identifier: BSL-1.0
// savgol_filter against SciPy, over widths, degrees, derivatives and edges; polynomials of its degree, which it leaves; and bad input.
#include <ravel/lazy/slice.hpp>
#include <ravel/op/signal/filters.hpp>

#include <support/line_filters.hpp>
#include <support/oracle.hpp>
#include <support/require_equal.hpp>

namespace {

using ravel::buffer;
using ravel::edge_mode;
using ravel::index_t;
using ravel::order;
using ravel::spacing;
using numbers = std::vector<double>;

numbers one(index_t value) { return {static_cast<double>(value)}; }

constexpr const char* program = R"(
import scipy.signal
def savgol(x, width, degree, order, delta, mode):
  mode = ['nearest', 'constant', 'wrap', 'interp'][int(mode[0])]
  return scipy.signal.savgol_filter(x, int(width[0]), int(degree[0]), deriv=int(order[0]), delta=delta[0], mode=mode)
)";

void ask(support::oracle& all, const support::line_to_filter& line, index_t width, index_t degree, index_t derivative) {
  const auto& [values, x] = line;
  const auto n = static_cast<index_t>(values.size());
  const double bound = degree == 7 ? 1e-6 : 1e-11;  // theirs solve a system of equations, whose digits go with the degree
  const auto by = order{derivative};
  const numbers w = one(width), d = one(degree), of = one(derivative);
  all.ask("savgol", {values, w, d, of, {-2}, {0}}, savgol_filter(x, width, degree, by, spacing{-2}, edge_mode::clamp), bound);
  all.ask("savgol", {values, w, d, of, {1}, {1}}, savgol_filter(x, width, degree, edge_mode::zero, by), bound);
  if (n < width) return;
  all.ask("savgol", {values, w, d, of, {1}, {2}}, savgol_filter(x, width, degree, edge_mode::wrap, by), bound);
  all.ask("savgol", {values, w, d, of, {0.5}, {3}}, savgol_filter(x, width, degree, by, spacing{0.5}), bound);
}

}  // namespace

TEST_CASE("savgol_filter is SciPy's") {
  support::oracle all;
  for (const auto& line : support::lines_to_filter()) {
    for (const index_t width : {1, 5, 11, 25}) {
      for (const index_t degree : {0, 2, 3, 7}) {
        if (degree >= width) continue;
        for (const index_t derivative : {0, 1, 2}) {
          if (line.values.size() >= 5 || derivative == 0) ask(all, line, width, degree, derivative);
        }
      }
    }
  }
  all.check(program, "scipy.signal");
}

TEST_CASE("polynomials pass a Savitzky-Golay filter of their degree") {
  const auto cubic = ravel::make_buffer<double>(40), slope = ravel::make_buffer<double>(40);
  for (index_t i = 0; i < 40; ++i) {
    const double x = 0.1 * static_cast<double>(i) - 2;
    cubic[i] = 1 + x - 2 * x * x + 3 * x * x * x;
    slope[i] = 1 - 4 * x + 9 * x * x;
  }
  const auto same = savgol_filter(cubic, 9, 3), first = savgol_filter(cubic, 11, 4, order{1}, spacing{0.1});
  for (index_t i = 0; i < 40; ++i) {
    CHECK(std::abs(same[i] - cubic[i]) < 1e-12);
    CHECK(std::abs(first[i] - slope[i]) < 1e-10);
  }
  for (const double value : savgol_filter(cubic, 5, 2, order{3})) CHECK(value == 0);
  const auto inside = savgol_filter(cubic, 9, 2, edge_mode::valid);
  REQUIRE(inside.size() == 32);
  CHECK_EQUAL(inside, slice(savgol_filter(cubic, 9, 2), 4, 32));
}

TEST_CASE("types, few elements and none, and NaN in savgol_filter") {
  static_assert(std::same_as<decltype(savgol_filter(buffer<int>{1}, 1, 0)), buffer<double>>);
  static_assert(std::same_as<decltype(savgol_filter(buffer<float>{1}, 1, 0)), buffer<float>>);
  CHECK_EQUAL(savgol_filter(buffer<int>{4, 1, 7}, 1, 0), {4.0, 1.0, 7.0});
  CHECK_EQUAL(savgol_filter(buffer<int>{3, 6, 0, 9}, 3, 0, edge_mode::clamp), {4.0, 3.0, 5.0, 6.0});  // of degree 0 a mean
  CHECK(savgol_filter(ravel::make_buffer<double>(0), 3, 1, edge_mode::clamp).size() == 0);
  CHECK(savgol_filter(buffer<double>{1, 2}, 3, 1, edge_mode::valid).size() == 0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto holed = savgol_filter(buffer<double>{0, 0, 0, nan, 0, 0, 0}, 3, 1);
  CHECK_EQUAL(holed, {0.0, 0.0, nan, nan, nan, 0.0, 0.0});
}

TEST_CASE("bad input to savgol_filter") {
  const auto none = ravel::make_buffer<double>(0);
  CHECK_THROWS_WITH(savgol_filter(none, 4, 2), "savgol_filter with a width of 4: it must be odd and positive");
  CHECK_THROWS_WITH(savgol_filter(none, -1, 0), "savgol_filter with a width of -1: it must be odd and positive");
  CHECK_THROWS_WITH(savgol_filter(none, 5, 5),
                    "savgol_filter with polynomials of degree 5 in windows of 5 elements: it must be at least 0 and "
                    "below the width");
  CHECK_THROWS_AS(savgol_filter(none, 5, -1), ravel::value_error);
  CHECK_THROWS_WITH(
      savgol_filter(buffer<double>{1, 2, 3}, 5, 2),
      "savgol_filter of 3 elements with a width of 5: say what stands beyond the ends by an edge_mode, or take a smaller window");
  CHECK_THROWS_WITH(savgol_filter(none, 3, 1, spacing{0}), "savgol_filter with a spacing of 0: it must be a finite number other than 0");
  CHECK_THROWS_AS(savgol_filter(none, 3, 1, spacing{0}), ravel::value_error);
  CHECK_THROWS_AS(savgol_filter(none, 3, 1, spacing{std::numeric_limits<double>::infinity()}), ravel::value_error);
  CHECK_THROWS_AS(savgol_filter(none, 3, 1, order{-1}), ravel::value_error);
}

TEST_CASE("windows and orders that no memory holds") {
  const buffer<double> x{1, 5, 2};
  const index_t huge = (index_t{1} << 61) + 1, wide = 1'999'999'999;
  for (const index_t width : {huge, wide + 2}) CHECK_THROWS_AS(savgol_filter(x, width, 2), ravel::value_error);
  CHECK_THROWS_WITH(savgol_filter(x, huge, 2, edge_mode::clamp),
                    "savgol_filter with a width of 2305843009213693953: it is at most 2000000001");
  CHECK_THROWS_AS(savgol_filter(x, wide, 2), ravel::value_error);  // without a look at so many weights
  CHECK(savgol_filter(x, wide, 2, edge_mode::valid).size() == 0);
  CHECK(savgol_filter(ravel::make_buffer<double>(0), wide, 2, edge_mode::wrap).size() == 0);
  CHECK_EQUAL(savgol_filter(x, 3, 1, order{huge}), {0.0, 0.0, 0.0});
  CHECK_EQUAL(savgol_filter(x, 3, 1, order{2}, edge_mode::clamp), {0.0, 0.0, 0.0});
}
