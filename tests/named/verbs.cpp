// SPDX-License-Identifier: BSL-1.0
// Verbs along dims give what they give along the axes that the dims bind.
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

namespace {

tensor<double> numbers() {
  return clone(compute<double>({4, 6}, [](index_t i, index_t j) { return static_cast<double>((6 * i + j) * 7 % 11 + 1); }));
}

}  // namespace

TEST_CASE("a verb that reduces leaves the other dims", "[named]") {
  const auto t = numbers();
  const dim i("i"), j("j");
  const auto e = t(i, j);
#define SAME(name)                                               \
  REQUIRE_EQUAL(order(ravel::name(e, j), i), ravel::name(t, 1)); \
  REQUIRE_EQUAL(order(ravel::name(e, i), j), ravel::name(t, 0));
  SAME(product);
  SAME(min);
  SAME(max);
  SAME(argmin);
  SAME(argmax);
  SAME(argmin_last);
  SAME(argmax_last);
  SAME(variance);
  SAME(standard_deviation);
  SAME(var);
  SAME(std);
  SAME(skew);
  SAME(kurtosis);
  SAME(norm);
  SAME(median);
  SAME(geometric_mean);
  SAME(harmonic_mean);
  SAME(median_absolute_deviation);
  SAME(most_common);
  SAME(count_unique);
#undef SAME
  REQUIRE_EQUAL(order(variance(e, j, ddof{1}), i), variance(t, 1, ddof{1}));
  REQUIRE_EQUAL(order(moment(e, 3, j), i), moment(t, 3, 1));
  REQUIRE_EQUAL(order(nth_element(e, 2, i), j), nth_element(t, 2, 0));
  CHECK(order(quartiles(e, j), i)(1).median == quartiles(t, 1)(1).median);
  CHECK(order(descriptive_statistics(e, {i, j}))().mean == mean(t));
}

TEST_CASE("the lines of two expressions are paired over their dims", "[named]") {
  const auto t = numbers();
  const dim i("i"), j("j");
  REQUIRE_EQUAL(order(covariance(t(i, j), 2 * t(i, j) + 1, j), i), covariance(t, 2 * t + 1, 1));
  REQUIRE_EQUAL(order(correlation(t(i, j), t(3, j), j, correlation_kind::spearman), i),
                correlation(t, t(3, all), 1, correlation_kind::spearman));
  CHECK(order(linear_regression(t(0, j), t(i, j), j), i)(2).slope == linear_regression(t(0, all), t, 1)(2).slope);
}

TEST_CASE("a verb along a dim keeps it", "[named]") {
  const auto t = numbers();
  const dim i("i"), j("j");
  const auto e = t(i, j);
#define SAME(name) REQUIRE_EQUAL(order(name(e, j), i, j), name(t, 1));
  SAME(cumsum);
  SAME(cumprod);
  SAME(cummin);
  SAME(cummax);
  SAME(sort);
  SAME(argsort);
  SAME(rank);
#undef SAME
  REQUIRE_EQUAL(order(sort(e, i, sort_order::descending), i, j), sort(t, 0, sort_order::descending));
  REQUIRE_EQUAL(order(arg_top_k(e, 2, j), i, j), arg_top_k(t, 2, 1));
  REQUIRE_EQUAL(order(diff(e, j), i, j), diff(t, 1));
  REQUIRE_EQUAL(order(gradient(e, i), i, j), gradient(t, 0));
  REQUIRE_EQUAL(order(rolling(e, 3, reducer::mean, j), i, j), rolling(t, 3, reducer::mean, 1));
  REQUIRE_EQUAL(order(rolling(e, 3, reducer::mean, j, edge_mode::valid), i, j), rolling(t, 3, reducer::mean, 1, edge_mode::valid));
  REQUIRE_EQUAL(order(expanding(e, reducer::max, i), i, j), expanding(t, reducer::max, 0));
  REQUIRE_EQUAL(order(downsample(e, 2, reducer::max, j), i, j), downsample(t, 2, reducer::max, 1));
  REQUIRE_EQUAL(order(rolling_median(e, 3, j), i, j), rolling_median(t, 3, 1));
  REQUIRE_EQUAL(order(convolve(e, buffer<double>{1, 2, 1}, j), i, j), convolve(t, buffer<double>{1, 2, 1}, 1));
  REQUIRE_EQUAL(order(gaussian_filter(e, 1.0, {i, j}), i, j), gaussian_filter(t, 1.0));
  REQUIRE_EQUAL(order(detrend(e, j), i, j), detrend(t, 1));
  REQUIRE_EQUAL(order(rfft(e, j), i, j), rfft(t, 1));
}
