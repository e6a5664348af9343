// SPDX-License-Identifier: BSL-1.0
// variance, norm, skew and kurtosis of run-time types are those of the tensors with these types. Each kind of type and each option is
// tried.
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
