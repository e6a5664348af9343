// SPDX-License-Identifier: BSL-1.0
// covariance and correlation of run-time types are those of the tensors with these types. Pairs of types and options in any order are
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

}  // namespace

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
