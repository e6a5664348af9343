// SPDX-License-Identifier: BSL-1.0
// Deviations from the median against SciPy, outliers against their definition, and both at their edges.
#include <ravel/op/stats/quantile.hpp>

#include <support/oracle.hpp>
#include <support/random.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::deviation_scale;
using ravel::fence_factor;
using ravel::index_set;
using ravel::nan_policy;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("median_absolute_deviation is SciPy's") {
  support::random r(85);
  support::oracle all;
  for (const int n : {1, 2, 3, 40, 1001}) {
    std::vector<double> values;
    for (int i = 0; i < n; ++i) values.push_back(r.chance(5) ? 3 : r.unit() * 10);
    for (const auto& x : support::in_every_way(values)) {
      all.ask("mad", {values}, median_absolute_deviation(x), 1e-15);
      all.ask("normal_mad", {values}, median_absolute_deviation(x, ravel::normal_deviation), 1e-14);
    }
  }
  all.check(R"(
import scipy.stats
def mad(x): return scipy.stats.median_abs_deviation(x)
def normal_mad(x): return scipy.stats.median_abs_deviation(x, scale='normal')
)",
            "numpy, scipy.stats");
}

TEST_CASE("outliers lie beyond the fences") {
  support::random r(86);
  for (int turn = 0; turn < 50; ++turn) {
    std::vector<double> values;
    for (int i = 0; i < 60; ++i) values.push_back(r.chance(9) ? no_number : std::pow(r.unit() * 4 - 2, 3));
    const double factor = r.unit() * 2;
    const auto found = arg_outliers(support::in_memory(values), fence_factor{factor});
    const auto q = quartiles(support::in_memory(values), nan_policy::skip);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double reach = factor * (q.third - q.first);
      REQUIRE(found.contains(static_cast<std::int64_t>(i)) == (values[i] < q.first - reach || values[i] > q.third + reach));
    }
  }
  CHECK(arg_outliers(buffer<int>{1, 2, 3, 4, 100, 2, -90}) == index_set{4, 6});
  CHECK(arg_outliers(buffer<int>{1, 2, 3, 4}) == index_set{});
  CHECK(arg_outliers(buffer<int>{3, 3, 3, 3, 3, 4}) == index_set{5});
}

TEST_CASE("deviations and outliers at their edges") {
  const buffer<double> x{1, no_number, 3, 9};
  CHECK(std::isnan(median_absolute_deviation(x)));
  CHECK(median_absolute_deviation(x, nan_policy::skip) == 2);
  CHECK(median_absolute_deviation(x, nan_policy::skip, deviation_scale{0.5}) == 1);
  CHECK(median_absolute_deviation(buffer<double>{infinity, infinity, 1}) == 0);
  CHECK(median_absolute_deviation(buffer<int>{-4}) == 0);
  CHECK(arg_outliers(buffer<int>{-4}) == index_set{});
  CHECK_THROWS_WITH(median_absolute_deviation(x, deviation_scale{0}),
                    "median_absolute_deviation with a scale of 0: it must be positive and finite");
  CHECK_THROWS_WITH(median_absolute_deviation(x, nan_policy::refuse),
                    "median_absolute_deviation was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(arg_outliers(x, nan_policy::refuse), "arg_outliers was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(arg_outliers(x, fence_factor{-1}), "arg_outliers with a factor of -1: it must not be negative");
  CHECK_THROWS_WITH(arg_outliers(buffer<double>{no_number}), "arg_outliers of no elements has no value");
  CHECK_THROWS_WITH(median_absolute_deviation(buffer<double>{no_number}, nan_policy::skip),
                    "median_absolute_deviation of no elements has no value");
  CHECK_THROWS_WITH(arg_outliers(ravel::make_buffer<int>(0)), "arg_outliers of no elements has no value");
  CHECK_THROWS_WITH(median_absolute_deviation(ravel::make_buffer<int>(0)), "median_absolute_deviation of no elements has no value");
}
