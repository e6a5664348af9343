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

TEMPLATE_TEST_CASE("verbs in double, whole and along axes", "[any]", bool, signed char, std::uint64_t, float) {
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

TEST_CASE("a function is interpolated at places of run-time type, or of its own", "[any]") {
  const tensor<double> at{{0.5, 1}, {2, 5}}, places{0, 1, 4}, values{10, 20, 50};
  const any_tensor x = at, p = places, v = values;
  const auto wanted = interp(at, places, values);
  for (const auto& made :
       {interp(x, p, v), interp(x, places, values), interp(at, p, values), interp(at, places, v), interp(x, {0, 1, 4}, v)})
    REQUIRE_EQUAL(made, wanted);
}
