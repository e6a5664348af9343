// SPDX-License-Identifier: BSL-1.0
// Weighted, geometric and harmonic means against NumPy and SciPy, and at their edges.
#include <ravel/op/fold/means.hpp>

#include <support/oracle.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::nan_policy;
using ravel::weights;
using list = std::vector<double>;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("means are NumPy's and SciPy's") {
  support::random r(81);
  support::oracle all;
  for (const int n : {1, 2, 3, 40, 1024, 3000}) {
    list values, w;
    for (int i = 0; i < n; ++i) {
      values.push_back(r.unit() * 100);
      w.push_back(i > 0 && r.chance(4) ? 0 : r.unit() + 0.01);
    }
    if (n == 40) values[7] = 0;
    for (const auto& x : support::in_every_way(values)) {
      all.ask("average", {values, w}, mean(x, weights{w}), 1e-14);
      all.ask("gmean", {values}, geometric_mean(x), 1e-12);
      all.ask("gmean", {values, w}, geometric_mean(x, weights{w}), 1e-12);
      all.ask("hmean", {values}, harmonic_mean(x), 1e-13);
      all.ask("hmean", {values, w}, harmonic_mean(x, weights{w}), 1e-13);
    }
  }
  all.check(R"(
import scipy.stats
def average(x, w): return np.average(x, weights=w)
def gmean(x, w=None): return scipy.stats.gmean(x, weights=w)
def hmean(x, w=None): return scipy.stats.hmean(x, weights=w)
)",
            "numpy, scipy.stats");
}

TEST_CASE("means of whole numbers, NaN and infinity") {
  CHECK(geometric_mean(buffer<int>{1, 4, 16}) == Approx(4));
  CHECK(ravel::harmonic_mean(std::vector<int>{1, 4, 4}) == 2);
  CHECK(mean(buffer<int>{1, 2, 6}, weights{2, 0, 1}) == Approx(8.0 / 3));
  CHECK(mean(buffer<bool>{true, false}, weights{3, 1}) == 0.75);
  const buffer<double> x{2, no_number, 8};
  CHECK(std::isnan(geometric_mean(x)));
  CHECK(std::isnan(mean(x, weights{1, 1, 1})));
  CHECK(mean(x, weights{1, 0, 1}) == 5);  // what weighs nothing is not there
  CHECK(geometric_mean(x, nan_policy::skip) == Approx(4));
  CHECK(harmonic_mean(x, nan_policy::skip, weights{1, 1, 1}) == Approx(3.2));
  CHECK(geometric_mean(buffer<double>{0, infinity}) != geometric_mean(buffer<double>{1, infinity}));
  CHECK(geometric_mean(buffer<double>{3, 0, 5}) == 0);
  CHECK(harmonic_mean(buffer<double>{3, 0, 5}) == 0);
  CHECK(harmonic_mean(buffer<double>{3, -0.0}) == 0);
  CHECK(harmonic_mean(buffer<double>{2, infinity}) == 4);
  CHECK(ravel::geometric_mean(list(1000, 1e300)) == Approx(1e300));
}

TEST_CASE("bad input of means") {
  const buffer<double> x{2, no_number, -8};
  CHECK_THROWS_WITH(geometric_mean(x), "geometric_mean of a negative number: element 2 is -8");
  CHECK_THROWS_WITH(harmonic_mean(x), "harmonic_mean of a negative number: element 2 is -8");
  CHECK_THROWS_WITH(mean(x, nan_policy::refuse, weights{1, 1, 1}), "mean was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(geometric_mean(buffer<double>{1, no_number}, nan_policy::refuse),
                    "geometric_mean was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(geometric_mean(ravel::make_buffer<int>(0)), "geometric_mean of no elements has no value");
  CHECK_THROWS_WITH(mean(ravel::make_buffer<int>(0), weights{ravel::make_buffer<int>(0)}), "mean of no elements has no value");
  CHECK_THROWS_AS(mean(x, weights{1, 2}), ravel::shape_error);
}
