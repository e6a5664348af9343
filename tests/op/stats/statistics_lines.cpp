// SPDX-License-Identifier: BSL-1.0
// Means, moments and deviations along axes are those of each line alone, of all elements those of the whole.
#include <ravel/base/error.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/op/stats/kernel_density.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/regression.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

namespace {

tensor<double> drawn(std::uint64_t seed) {
  support::random r(seed);
  const tensor<double> t = empty<double>({4, 7});
  for (index_t i = 0; i < t.size(); ++i) flat(t).write({i}, r.unit() * 9);
  return t;
}

// A reducer whose end is an error of a kind of its own.
struct throwing {
  struct mine : value_error {
    mine() : value_error("mine") {}
  };
  static double init() { return 0; }
  static void step(double& state, std::span<const double> block) { state += static_cast<double>(block.size()); }
  static void merge(double& state, double later) { state += later; }
  static double finish(double) { throw mine(); }
};

}  // namespace

TEST_CASE("means, moments and deviations of lines", "[tensor][statistics]") {
  const tensor<double> t = drawn(91);
  const weights of_row{1, 2, 3, 0, 1, 1, 1}, of_column{1, 0, 2, 2};
  const auto means = mean(t, 1, of_row), geometric = geometric_mean(t, 0, of_column, keep), harmonic = harmonic_mean(t, 1);
  const auto third = moment(t, 3, 0, moment_kind::raw), deviation = median_absolute_deviation(transpose(t), 0, normal_deviation);
  for (index_t i = 0; i < 4; ++i) {
    CHECK(means(i) == mean(t(i, all), of_row));
    CHECK(harmonic(i) == harmonic_mean(t(i, all)));
    CHECK(deviation(i) == median_absolute_deviation(t(i, all), normal_deviation));
  }
  CHECK(geometric.shape() == shape{1, 7});
  for (index_t j = 0; j < 7; ++j) {
    CHECK(geometric(0, j) == geometric_mean(t(all, j), of_column));
    CHECK(third(j) == moment(t(all, j), 3, moment_kind::raw));
  }
  CHECK_THROWS_AS(mean(t, 0, of_row), shape_error);
}

TEST_CASE("outliers of a tensor are row-major positions", "[tensor][statistics]") {
  CHECK(arg_outliers(transpose(tensor<int>{{1, 2, 900}, {2, 1, 2}})) == index_set{4});
  CHECK(geometric_mean(tensor<int>{{1, 4}, {4, 16}}) == Approx(4));
}

TEST_CASE("lines of tensors have straight lines and rank correlations", "[tensor][statistics]") {
  const tensor<double> x = drawn(93), y = drawn(94);
  const auto fits = linear_regression(x, y, 0), stretched = linear_regression(x, y(all, slice(0, 1)), 0, keep);
  const auto robust = theil_sen(x, y, 1);
  const auto tau = correlation(x, y, 1, correlation_kind::kendall);
  CHECK(stretched.shape() == shape{1, 7});
  for (index_t j = 0; j < 7; ++j) {
    CHECK(fits(j).slope == linear_regression(x(all, j), y(all, j)).slope);
    CHECK(stretched(0, j).intercept == linear_regression(x(all, j), y(all, 0)).intercept);
  }
  for (index_t i = 0; i < 4; ++i) {
    CHECK(robust(i).slope == theil_sen(x(i, all), y(i, all)).slope);
    CHECK(tau(i) == correlation(x(i, all), y(i, all), correlation_kind::kendall));
  }
}

TEST_CASE("reductions of no elements say of which shape they are", "[tensor][statistics]") {
  const tensor<double> none = ravel::zeros<double>({0, 3}), lines = ravel::zeros<double>({3, 0});
  const auto check = [&](const std::string& name, const auto& operation, const auto&... axis) {
    const std::string begins = name + " of no elements has no value: the shape is ";
    CHECK_THROWS_WITH(operation(none), begins + "[0 3]");
    if constexpr (sizeof...(axis) > 0) CHECK_THROWS_WITH(operation(lines, axis...), begins + "[3 0]");
  };
#define CHECK_NAMED(name) \
  check(                  \
      #name, [](const auto& t, const auto&... rest) { return ravel::name(t, rest...); }, 1)
  CHECK_NAMED(mean);
  CHECK_NAMED(max);
  CHECK_NAMED(argmin);
  CHECK_NAMED(variance);
  CHECK_NAMED(standard_deviation);
  CHECK_NAMED(skew);
  CHECK_NAMED(kurtosis);
  CHECK_NAMED(geometric_mean);
  CHECK_NAMED(harmonic_mean);
  CHECK_NAMED(median_absolute_deviation);
  CHECK_NAMED(descriptive_statistics);
  CHECK_NAMED(median);
  CHECK_NAMED(most_common);
#undef CHECK_NAMED
  check(
      "moment", [](const auto& t, const auto&... axis) { return ravel::moment(t, 3, axis...); }, 1);
  check(
      "covariance", [](const auto& t, const auto&... axis) { return ravel::covariance(t, t, axis...); }, 1);
  check(
      "correlation", [](const auto& t, const auto&... axis) { return ravel::correlation(t, t, axis...); }, 1);
  check(
      "kernel_density", [](const auto& t, const auto&... axis) { return ravel::kernel_density(t, {1.0}, axis...); }, 1);
  check("arg_outliers", [](const auto& t) { return ravel::arg_outliers(t); });
  // What a function of the user's throws passes unchanged.
  CHECK_THROWS_WITH(reduce_with(lines, throwing(), 1), "mine");
}
