// SPDX-License-Identifier: BSL-1.0
// variance and its like of run-time types are those of the tensors with these types, for every type and with every option, in any order.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using any_tests::for_each_kind_of_type;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;

namespace {

bool same_number(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
bool same_numbers(const tensor<const double>& a, const tensor<const double>& b) {
  return a.shape() == b.shape() && all_of(map(same_number, a, b));
}

void check_same(const statistic_values& a, const statistic_values& b) {
  CHECK(a.count == b.count);
  for (const auto field :
       {&statistic_values::min, &statistic_values::max, &statistic_values::sum, &statistic_values::mean, &statistic_values::variance,
        &statistic_values::standard_deviation, &statistic_values::skew, &statistic_values::kurtosis})
    CHECK(same_number(a.*field, b.*field));
}

}  // namespace

TEST_CASE("variance and norm of each kind of type", "[any]") {
  support::random r(9);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {3, 4, 5});
    const any_tensor x = t;
    CHECK(variance(x) == variance(t));
    CHECK(variance(x).dtype() == any_scalar(variance(t)).dtype());
    CHECK(var(x, ddof{1}) == var(t, ddof{1}));
    CHECK(standard_deviation(x, nan_policy::skip, ddof{2}) == standard_deviation(t, nan_policy::skip, ddof{2}));
    REQUIRE(equal(ravel::std(x, 1, keep, ddof{1}), ravel::std(t, 1, keep, ddof{1})));
    REQUIRE(equal(variance(x, {0, 2}, nan_policy::refuse), variance(t, {0, 2}, nan_policy::refuse)));
    CHECK(variance(x, {0}, ddof{1}, keep).shape() == shape{1, 4, 5});
    CHECK(norm(x) == norm(t));
    CHECK(norm(x).dtype() == any_scalar(norm(t)).dtype());
    REQUIRE(equal(norm(x, {0, -1}), norm(t, {0, -1})));
    REQUIRE(equal(norm(x, 2, keep), norm(t, 2, keep)));
  });
}

TEST_CASE("skew, kurtosis and descriptions of each kind of type with an order", "[any]") {
  support::random r(10);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {3, 4, 5});
    const any_tensor x = t;
    if constexpr (complex_element<T>) {
      CHECK_THROWS_WITH(skew(x), ContainsSubstring("skew of complex"));
      CHECK_THROWS_WITH(kurtosis(x, 1), ContainsSubstring("kurtosis of complex"));
      CHECK_THROWS_WITH(descriptive_statistics(x), ContainsSubstring("descriptive_statistics of complex"));
    } else {
      CHECK(same_number(skew(x), skew(t)));
      CHECK(same_number(kurtosis(x, elements_are::sample), kurtosis(t, elements_are::sample)));
      CHECK(same_numbers(skew(x, 1), skew(t, 1)));
      CHECK(same_numbers(kurtosis(x, {0, 2}, keep, nan_policy::skip), kurtosis(t, {0, 2}, keep, nan_policy::skip)));
      check_same(descriptive_statistics(x), descriptive_statistics(t));
      check_same(descriptive_statistics(x, elements_are::sample, ddof{1}), descriptive_statistics(t, elements_are::sample, ddof{1}));
      const auto lines = descriptive_statistics(x, 2, ddof{1}), expected = descriptive_statistics(t, 2, ddof{1});
      REQUIRE(lines.shape() == expected.shape());
      for (index_t i = 0; i < 3; ++i)
        for (index_t j = 0; j < 4; ++j) check_same(lines(i, j), expected(i, j));
      CHECK(descriptive_statistics(x, 1, keep).shape() == shape{3, 1, 5});
    }
  });
  const std::int64_t big = (std::int64_t{1} << 53) + 1;  // what no double has: both round once
  const tensor<std::int64_t> t{big, big + 1, -big, 7};
  check_same(descriptive_statistics(any_tensor(t)), descriptive_statistics(t));
  CHECK(skew(any_tensor(t)) == skew(t));
}

TEST_CASE("covariance and correlation of pairs of types with an order", "[any]") {
  support::random r(11);
  for_each_kind_of_type([&](auto first) {
    using A = typename decltype(first)::type;
    const auto a = random_tensor<A>(r, {4, 5});
    const any_tensor x = a;
    for_each_kind_of_type([&](auto second) {
      using B = typename decltype(second)::type;
      if constexpr (complex_element<A> || complex_element<B>) {
        CHECK_THROWS_AS(covariance(x, any_tensor(zeros<B>({4, 5}))), type_error);
      } else if constexpr (std::same_as<A, std::int32_t> || std::same_as<B, double>) {
        CAPTURE(dtype_of<A>(), dtype_of<B>());
        const auto b = random_tensor<B>(r, {4, 5});
        const any_tensor y = b;
        CHECK(same_number(covariance(x, y), covariance(a, b)));
        CHECK(same_number(correlation(x, y), correlation(a, b)));
        CHECK(same_number(correlation(x, y, correlation_kind::kendall), correlation(a, b, correlation_kind::kendall)));
      }
    });
  });
  const any_tensor words = tensor<std::string>{"a", "b"}, two = tensor<int>{1, 2}, three = tensor<int>{1, 2, 3};
  CHECK_THROWS_WITH(covariance(two, words), ContainsSubstring("covariance of string"));
  CHECK_THROWS_AS(covariance(two, three), shape_error);
  CHECK_THROWS_AS(correlation(any_tensor(tensor<double>{1, NAN}), two, nan_policy::refuse), value_error);
}

TEST_CASE("covariance and correlation with every option", "[any]") {
  support::random r(12);
  const auto a = random_tensor<int>(r, {4, 5});
  const auto b = random_tensor<float>(r, {4, 5});
  const any_tensor x = a, y = b;
  CHECK(same_number(covariance(x, y, ddof{1}, nan_policy::skip), covariance(a, b, ddof{1}, nan_policy::skip)));
  for (const auto kind : {correlation_kind::pearson, correlation_kind::spearman, correlation_kind::kendall})
    CHECK(same_number(correlation(x, y, kind), correlation(a, b, kind)));
  CHECK(same_numbers(covariance(x, y, 1), covariance(a, b, 1)));
  CHECK(same_numbers(covariance(x, b, 1, ddof{1}), covariance(a, b, 1, ddof{1})));  // beside one with a type, which may be lazy
  CHECK(same_number(correlation(a, y), correlation(a, b)));
  CHECK(same_number(covariance(a + a, y), covariance(a + a, b)));
  CHECK(same_numbers(correlation(x, y(0, all), 1, correlation_kind::spearman, keep),
                     correlation(a, b(0, all), 1, correlation_kind::spearman, keep)));
}

TEST_CASE("half floats and empty data are described like floats and nothing", "[any]") {
  const any_tensor half = cast(any_tensor(tensor<float>{1, 2.5F, 4}), dtype::float16), floats = tensor<float>{1, 2.5F, 4};
  CHECK(variance(half) == variance(floats));
  CHECK(skew(half) == skew(floats));
  CHECK(covariance(half, floats) == covariance(floats, floats));
  CHECK(norm(half) == norm(floats));
  const any_tensor none = zeros(dtype::float64, {0});
  CHECK_THROWS_WITH(variance(none), "variance of no elements has no value: the shape is [0]");
  CHECK(norm(none) == 0.0);
  CHECK_THROWS_AS(descriptive_statistics(none), value_error);
}
