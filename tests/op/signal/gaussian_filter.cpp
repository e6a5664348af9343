// SPDX-License-Identifier: BSL-1.0
// gaussian_filter against SciPy, with every edge and derivative; what it is by definition; the weights themselves; and bad input.
#include <ravel/op/signal/filters.hpp>

#include <support/line_filters.hpp>
#include <support/oracle.hpp>
#include <support/require_equal.hpp>

namespace {

using ravel::buffer;
using ravel::edge_mode;
using ravel::index_t;
using ravel::order;
using ravel::truncate_at;
using numbers = std::vector<double>;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr const char* program = R"(
import scipy.ndimage
def gaussian(x, sigma, order, mode, cut): return scipy.ndimage.gaussian_filter1d(x, sigma[0], order=int(order[0]), mode=modes[int(mode[0])], truncate=cut[0])
)";

}  // namespace

TEST_CASE("gaussian_filter is SciPy's") {
  support::oracle all(1e-13);
  for (const auto& [values, x] : support::lines_to_filter()) {
    for (std::size_t k = 0; k < std::size(support::filter_edges); ++k) {
      const edge_mode edge = support::filter_edges[k];
      const numbers mode{static_cast<double>(k)};
      for (const double sigma : {0.3, 1.0, 2.7}) {
        all.ask("gaussian", {values, {sigma}, {0}, mode, {4}}, gaussian_filter(x, sigma, edge));
        if (values.size() < 3) continue;  // sums that are 0 but for their rounding
        all.ask("gaussian", {values, {sigma}, {1}, mode, {4}}, gaussian_filter(x, sigma, order{1}, edge));
        all.ask("gaussian", {values, {sigma}, {3}, mode, {2.5}}, gaussian_filter(x, sigma, edge, order{3}, truncate_at{2.5}));
      }
    }
  }
  all.check(support::filter_modes + program, "scipy.ndimage");
}

TEST_CASE("one element among zeros shows the weights of gaussian_filter") {
  const auto impulse = ravel::make_buffer<double>(41, 0.0);
  impulse[20] = 1;
  const auto bell = gaussian_filter(impulse, 2);
  double total = 0;
  for (index_t i = 0; i < 41; ++i) {
    total += bell[i];
    CHECK(bell[i] == bell[40 - i]);
    CHECK((bell[i] > 0) == (i >= 12 && i <= 28));  // 4 standard deviations
    if (bell[i] > 0) CHECK(std::abs(bell[i] / bell[20] - std::exp(-0.125 * static_cast<double>((i - 20) * (i - 20)))) < 1e-15);
  }
  CHECK(std::abs(total - 1) < 1e-14);
  const auto turned = gaussian_filter(impulse, 2, order{1});
  for (index_t i = 0; i < 41; ++i) CHECK(turned[i] == -turned[40 - i]);
}

TEST_CASE("a Gaussian mean of what does not change, and its derivative of a straight line") {
  const auto level = ravel::make_buffer<double>(10, 3.0), line = ravel::make_buffer<double>(50);
  for (index_t i = 0; i < 50; ++i) line[i] = 7 - 0.5 * static_cast<double>(i);
  for (const edge_mode edge : {edge_mode::clamp, edge_mode::reflect, edge_mode::wrap}) {
    for (const double value : gaussian_filter(level, 5, edge)) CHECK(std::abs(value - 3) < 1e-13);
  }
  for (const double value : gaussian_filter(line, 2, order{1}, truncate_at{8}, edge_mode::valid)) CHECK(std::abs(value + 0.5) < 1e-12);
  const auto inside = gaussian_filter(line, 1.5, edge_mode::valid);
  REQUIRE(inside.size() == 50 - 2 * 6);
  for (index_t i = 0; i < inside.size(); ++i) CHECK(std::abs(inside[i] - gaussian_filter(line, 1.5)[i + 6]) < 1e-13);
}

TEST_CASE("types, few elements and none, and NaN in gaussian_filter") {
  static_assert(std::same_as<decltype(gaussian_filter(buffer<float>{1}, 1)), buffer<float>>);
  static_assert(std::same_as<decltype(gaussian_filter(buffer<int>{1}, 1)), buffer<double>>);
  const auto none = ravel::make_buffer<double>(0);
  CHECK(gaussian_filter(none, 1).size() == 0);
  CHECK(gaussian_filter(none, 1, edge_mode::valid).size() == 0);
  CHECK_EQUAL(gaussian_filter(buffer<int>{1, 2, 4}, 0), {1.0, 2.0, 4.0});
  CHECK(gaussian_filter(buffer<int>{1, 2, 4}, 1, edge_mode::valid).size() == 0);
  CHECK_EQUAL(gaussian_filter(buffer<double>{5}, 0.1, edge_mode::zero), {5.0});  // the window is the element
  const buffer<float> narrow{1, 5, 2, 8, 3};
  const auto wide = gaussian_filter(buffer<double>{1, 5, 2, 8, 3}, 1), same = gaussian_filter(buffer<int>{1, 5, 2, 8, 3}, 1);
  CHECK_EQUAL(same, wide);
  for (index_t i = 0; i < 5; ++i) CHECK(gaussian_filter(narrow, 1)[i] == static_cast<float>(wide[i]));
  const auto holed = gaussian_filter(buffer<double>{0, 0, 0, no_number, 0, 0, 0}, 0.5, truncate_at{2});
  CHECK_EQUAL(holed, {0.0, 0.0, no_number, no_number, no_number, 0.0, 0.0});
}

TEST_CASE("bad input to gaussian_filter") {
  const auto none = ravel::make_buffer<double>(0);
  CHECK_THROWS_WITH(gaussian_filter(none, -1),
                    "gaussian_filter with a standard deviation of -1: it must be a finite number and not negative");
  CHECK_THROWS_WITH(gaussian_filter(none, 0, order{1}),
                    "gaussian_filter with a standard deviation of 0: it must be a finite number above 0");
  CHECK_THROWS_AS(gaussian_filter(none, no_number), ravel::value_error);
  CHECK_THROWS_AS(gaussian_filter(none, infinity), ravel::value_error);
  CHECK_THROWS_AS(gaussian_filter(none, 1e300), ravel::value_error);
  CHECK_THROWS_WITH(gaussian_filter(none, 1, order{-1}), "gaussian_filter of order -1: it must not be negative");
  CHECK_THROWS_WITH(gaussian_filter(none, 1, truncate_at{0}), "gaussian_filter truncated at 0 times 1: this gives no window");
  CHECK_THROWS_AS(gaussian_filter(none, 1, truncate_at{0}), ravel::value_error);
  CHECK_THROWS_AS(gaussian_filter(none, 1, truncate_at{no_number}), ravel::value_error);
}

TEST_CASE("deviations whose squares are no number") {
  const buffer<double> x{1, 5, 2};
  for (const double sigma : {1e-200, 1e-160, 5e-324}) {
    CHECK_EQUAL(gaussian_filter(x, sigma), x);
    CHECK_EQUAL(gaussian_filter(x, sigma, order{1}), {0.0, 0.0, 0.0});
    CHECK_THROWS_AS(gaussian_filter(x, sigma, order{2}), ravel::value_error);
  }
  CHECK_EQUAL(gaussian_filter(x, 1e-200, truncate_at{1e200}), x);  // reaches the neighbours, which weigh nothing
  CHECK_THROWS_WITH(gaussian_filter(x, 1e-200, order{2}),
                    "gaussian_filter of order 2 with a standard deviation of 1e-200: the weights are beyond what a double holds");
  CHECK_THROWS_AS(gaussian_filter(x, 1, order{index_t{1} << 61}), ravel::value_error);
}
