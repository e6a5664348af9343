// SPDX-License-Identifier: BSL-1.0
// Verbs that compute in double give the same of data whose type is known at run time.
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <complex>
#include <limits>

using namespace ravel;

namespace {

template <class T>
tensor<T> numbers() {
  return clone(compute<T>({4, 6}, [](index_t i, index_t j) { return static_cast<T>((6 * i + j) * 7 % 11 + 1); }));
}

}  // namespace

TEMPLATE_TEST_CASE("verbs in double, whole and along axes", "[any]", bool, signed char, std::uint64_t, float, double) {
  const tensor<TestType> t = numbers<TestType>();
  const any_tensor x = t;
#define SAME(name)                       \
  CHECK(name(x) == name(t));             \
  REQUIRE_EQUAL(name(x, 1), name(t, 1)); \
  REQUIRE_EQUAL(name(x, {0, 1}, keep), name(t, {0, 1}, keep));
  SAME(geometric_mean)
  SAME(harmonic_mean)
  SAME(median_absolute_deviation)
#undef SAME
  CHECK(moment(x, 3) == moment(t, 3));
  REQUIRE_EQUAL(moment(x, 3, 0, keep), moment(t, 3, 0, keep));
  REQUIRE_EQUAL(moment(x, 2, {0, 1}), moment(t, 2, {0, 1}));
  REQUIRE_EQUAL(geometric_mean(x, 0, when_empty{1.0}, nan_policy::skip), geometric_mean(t, 0));
  const auto places = clone(compute<double>({4, 6}, [](index_t i, index_t j) { return static_cast<double>(6 * i + j); }));
  CHECK(linear_regression(places, x).slope == linear_regression(places, t).slope);
  CHECK(theil_sen(any_tensor(places), x, 1)(2).slope == theil_sen(places, t, 1)(2).slope);
  REQUIRE_EQUAL(covariance_matrix(x), covariance_matrix(t));
}

TEST_CASE("options of an order are those of tensors", "[any]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto t = as_tensor(buffer<double>{3, nan, 1, nan, 2, 2}, {2, 3});
  const any_tensor x = t;
  REQUIRE_EQUAL(argsort(x, 1, nan_place::first, sort_order::descending), argsort(t, 1, nan_place::first, sort_order::descending));
  REQUIRE_EQUAL(as<double>(cumsum(x, 1, nan_policy::skip)), cumsum(t, 1, nan_policy::skip));
  REQUIRE_EQUAL(as<double>(cummax(x, 0, nan_policy::skip)), cummax(t, 0, nan_policy::skip));
  CHECK_THROWS_AS(cumprod(x, 1, nan_policy::refuse), value_error);
  REQUIRE_EQUAL(rank(x, 1, rank_ties::dense), rank(t, 1, rank_ties::dense));
}

TEST_CASE("words and complex numbers are no doubles", "[any]") {
  CHECK_THROWS_AS(geometric_mean(any_tensor(zeros<std::complex<double>>({1}))), type_error);
  CHECK_THROWS_AS(moment(any_tensor(as_tensor(buffer<std::string>{"a"}, 1)), 2), type_error);
}

TEST_CASE("verbs by the type at hand, with functions and reducers of the program", "[any]") {
  const tensor<std::int64_t> t = clone(numbers<std::int64_t>() + (std::int64_t{1} << 53));
  const any_tensor x = t;
  REQUIRE_EQUAL(as<std::int64_t>(diff(x, 1)), diff(t, 1));
  REQUIRE_EQUAL(as<std::int64_t>(diff(x, 0, order{2})), diff(t, 0, order{2}));
  REQUIRE_EQUAL(as<std::int64_t>(rolling(x, 3, reducer::max, 1)), rolling(t, 3, reducer::max, 1));
  REQUIRE_EQUAL(as<std::int64_t>(expanding(x, reducer::min, 0)), expanding(t, reducer::min, 0));
  REQUIRE_EQUAL(as<std::int64_t>(downsample(x, 2, reducer::max, 1)), downsample(t, 2, reducer::max, 1));
  REQUIRE_EQUAL(as<double>(rolling_rank(x, 3, 1, rank_ties::min)), rolling_rank(t, 3, 1, rank_ties::min));
  REQUIRE_EQUAL(rolling_median(x, 3, 1), rolling_median(t, 3, 1));
  REQUIRE_EQUAL(gradient(x, 1), gradient(t, 1));
  REQUIRE_EQUAL(savgol_filter(x, 3, 1, 1), savgol_filter(t, 3, 1, 1));
  REQUIRE_EQUAL(gaussian_filter(x, 1.0, {0, 1}), gaussian_filter(t, 1.0, {0, 1}));
  REQUIRE_EQUAL(as<std::complex<double>>(fft(x, 1)), fft(t, 1));
  REQUIRE_EQUAL(as<index_t>(run_lengths(x, 1)), run_lengths(t, 1));
  CHECK_THROWS_AS(rolling_mode(any_tensor(zeros<std::complex<double>>({3})), 2), type_error);
}
