// SPDX-License-Identifier: BSL-1.0
// Means, moments and deviations along axes are those of each line alone, of all elements those of the whole.
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/statistics.hpp>

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
