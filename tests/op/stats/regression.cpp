// SPDX-License-Identifier: BSL-1.0
// Straight lines against SciPy, and at their edges.
#include <ravel/op/stats/regression.hpp>

#include <support/oracle.hpp>
#include <support/random.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::nan_policy;
using list = std::vector<double>;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

list as_list(const ravel::line_fit& f) { return {f.slope, f.intercept, f.slope_error, f.intercept_error, f.r_squared}; }

}  // namespace

TEST_CASE("lines are SciPy's") {
  support::random r(95);
  support::oracle all;
  for (const int n : {3, 4, 10, 150, 1025}) {
    for (const double offset : {0.0, 1e6}) {
      list x, y;
      for (int i = 0; i < n; ++i) {
        x.push_back(offset + (n == 10 ? static_cast<double>(r.below(4) + (i == 0 ? 9 : 0)) : r.unit() * 5));
        y.push_back(3 - 2 * x.back() + r.unit());
      }
      all.ask("least", {x, y}, as_list(linear_regression(support::in_memory(x), support::in_memory(y))), offset > 0 ? 1e-7 : 1e-11);
      if (n > 150) continue;
      const auto robust = theil_sen(support::in_memory(x), support::in_memory(y));
      all.ask("robust", {x, y}, list{robust.slope, robust.intercept}, 1e-14);
    }
  }
  all.check(R"(
import scipy.stats
def least(x, y):
    f = scipy.stats.linregress(x, y)
    return [f.slope, f.intercept, f.stderr, f.intercept_stderr, f.rvalue ** 2]
def robust(x, y): return scipy.stats.theilslopes(y, x)[:2]
)",
            "numpy, scipy.stats");
}

TEST_CASE("lines through few pairs, and with NaN") {
  const auto through_two = linear_regression(buffer<int>{1, 3}, buffer<int>{5, 9});
  CHECK(through_two.slope == 2);
  CHECK(through_two.intercept == 3);
  CHECK(through_two(10) == 23);
  CHECK(std::isnan(through_two.slope_error));
  const buffer<double> x{1, no_number, 2, 3}, y{2, 1, 4, 6};
  CHECK(std::isnan(linear_regression(x, y).slope));
  CHECK(std::isnan(theil_sen(y, x).slope));
  const auto skipped = linear_regression(x, y, nan_policy::skip);
  CHECK(skipped.count == 3);
  CHECK(skipped.slope == 2);
  CHECK(skipped.r_squared == Approx(1));
  CHECK(theil_sen(x, y, nan_policy::skip)(5) == 10);
  CHECK(std::isnan(linear_regression(y, buffer<int>{3, 3, 3, 3}).r_squared));
  CHECK(linear_regression(buffer<double>{3e15, 3e15 + 2}, buffer<int>{0, 1}).slope == 0.5);
}

TEST_CASE("one far element does not move a line of medians") {
  list x, y;
  for (int i = 0; i < 50; ++i) {
    x.push_back(i);
    y.push_back(i == 40 ? 1e9 : 4 * i + 1);
  }
  CHECK(ravel::theil_sen(x, y).slope == 4);
  CHECK(ravel::linear_regression(x, y).slope > 100);
}

TEST_CASE("bad input of lines") {
  const buffer<double> x{1, no_number, 2};
  const auto same = ravel::make_buffer<double>(3, 0.1);
  CHECK_THROWS_WITH(linear_regression(same, x), "linear_regression is singular: all 3 places are 0.1");
  CHECK_THROWS_WITH(linear_regression(buffer<int>{7, 3, 7}, x, nan_policy::skip).slope,
                    "linear_regression is singular: all 2 places are 7");
  CHECK_THROWS_WITH(theil_sen(buffer<int>{7, 7, 7}, buffer<int>{1, 2, 3}), "theil_sen is singular: all 3 places are 7");
  CHECK_THROWS_WITH(linear_regression(buffer<int>{7}, buffer<int>{1}), "linear_regression of 1 pair: there must be at least 2");
  CHECK_THROWS_WITH(theil_sen(ravel::make_buffer<int>(0), ravel::make_buffer<int>(0)), "theil_sen of 0 pairs: there must be at least 2");
  CHECK_THROWS_WITH(linear_regression(x, x, nan_policy::refuse), "linear_regression was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(theil_sen(x, x, nan_policy::refuse), "theil_sen was told to refuse NaN, and element 1 is NaN");
  const auto many = ravel::make_buffer<double>(1001), large = ravel::make_buffer<double>(1001, 1.0);
  CHECK_THROWS_WITH(theil_sen(many, many), "theil_sen is singular: all 1001 places are 0");
  large[7] = -1e200;
  CHECK_THROWS_WITH(theil_sen(many, large),
                    "theil_sen of 1001 pairs, of which pair 7 has -1e+200: of more than 1000 none may go beyond 1e150");
  CHECK_THROWS_AS(linear_regression(x, buffer<int>{1}), ravel::shape_error);
  CHECK_THROWS_AS(theil_sen(x, buffer<int>{1}), ravel::shape_error);
}
