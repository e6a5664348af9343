// SPDX-License-Identifier: BSL-1.0
// Every recorded verb of the table has the type, the lengths and the bits that it has of tensors: whole, along axes, and with axes kept.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;
using plan_tests::check_each_kind;
using plan_tests::check_each_type;
using plan_tests::check_recorded;
using plan_tests::of_one;
using plan_tests::of_two;

#define CHECK_GONE(name)                                             \
  {                                                                  \
    INFO(#name);                                                     \
    check_each_type([](const auto& t) { return name(t, 1); });       \
    check_each_kind([](const auto& t) { return name(t, 0, keep); }); \
    check_each_kind([](const auto& t) { return name(t); });          \
  }

TEST_CASE("verbs whose axes go are recorded", "[plan]"){CHECK_GONE(sum) CHECK_GONE(product) CHECK_GONE(mean) CHECK_GONE(min) CHECK_GONE(max)
                                                            CHECK_GONE(argmin) CHECK_GONE(argmax) CHECK_GONE(argmin_last)
                                                                CHECK_GONE(argmax_last) CHECK_GONE(norm)}

TEST_CASE("verbs of statistics are recorded", "[plan]") {
  CHECK_GONE(variance)
  CHECK_GONE(standard_deviation)
  CHECK_GONE(var)
  CHECK_GONE(ravel::std)
  CHECK_GONE(most_common)
  CHECK_GONE(skew)
  CHECK_GONE(kurtosis)
  CHECK_GONE(median)
  CHECK_GONE(median_absolute_deviation)
  check_each_kind([](const auto& t) { return geometric_mean(square(t), 1); });
  check_each_type([](const auto& t) { return count_unique(t); });
  check_each_type([](const auto& t) { return logsumexp(t, 1); });
  check_each_type([](const auto& t) { return moment(t, 3, 1, keep); });
  check_each_type([](const auto& t) { return trimmed_mean(t, 0.1, 0); });
  check_each_type([](const auto& t) { return nth_element(t, 2, 1); });
  check_each_kind([](const auto& t) { return nth_element(t, 5); });
  check_each_type([](const auto& t) { return quantile(t, 0.3, 1); });
  check_each_kind([](const auto& t) { return variance(t, {0, 1}, ddof{1}, nan_policy::skip); });
  check_each_kind([](const auto& t) { return quantile(t, 0.3, nan_policy::skip, quantile_rule::hazen); });
  check_each_kind([](const auto& t) { return median(t, 0, weights{1, 2, 0.5, 1}, keep); });
  check_each_kind([](const auto& t) { return mean(t, 1, nan_policy::skip, keep); });
  check_each_kind([](const auto& t) { return kurtosis(t, 1, elements_are::sample); });
  check_each_kind([](const auto& t) { return moment(t, 2, moment_kind::raw); });
  check_each_kind([](const auto& t) { return median_absolute_deviation(t, 0, normal_deviation); });
  check_each_kind([](const auto& t) { return harmonic_mean(square(t) + 1, 1, keep); });
}

TEST_CASE("decisions about masks are recorded", "[plan]"){CHECK_GONE(all_of) CHECK_GONE(any_of) CHECK_GONE(none_of) CHECK_GONE(count)}

TEST_CASE("verbs whose axes stay are recorded", "[plan]") {
  check_each_type([](const auto& t) { return cumsum(t, 1); });
  check_each_type([](const auto& t) { return cumprod(sign(t), 0); });
  check_each_type([](const auto& t) { return cummin(t, 0); });
  check_each_type([](const auto& t) { return cummax(t, -1, nan_policy::skip); });
  check_each_type([](const auto& t) { return softmax(t, 1); });
  check_each_type([](const auto& t) { return sort(t, 1, sort_order::descending); });
  check_each_type([](const auto& t) { return argsort(t, 0); });
  check_each_type([](const auto& t) { return rank(t, 1, rank_ties::dense); });
  check_each_type([](const auto& t) { return gradient(t, 1); });
  check_each_type([](const auto& t) { return detrend(t, 1); });
  check_each_type([](const auto& t) { return run_lengths(t, 1); });
  check_each_type([](const auto& t) { return ewm(t, decay::alpha(0.3), 1); });
  check_each_kind([](const auto& t) { return ewm(t, decay::span(5), 0, ewm_start::first_element, nan_policy::skip); });
  check_each_kind([](const auto& t) { return argsort(t, 1, nan_place::first, sort_order::descending); });
  check_each_kind([](const auto& t) { return gradient(t, 0, gradient_ends::second_order, spacing{0.5}); });
  // There are more elements than are needed to tell the type.
  check_each_kind([](const auto& t) { return savgol_filter(t, 7, 2, 1, edge_mode::wrap); }, {2, 9});
  check_each_kind([](const auto& t) { return detrend(t, 1, breakpoints{{6}}); }, {2, 9});
  check_each_kind([](const auto& t) { return detrend(t, 1, breakpoints{{3}}, trend_kind::constant); });
  check_each_kind([](const auto& t) { return gaussian_filter(t, 1.5, {0, 1}, order{1}, truncate_at{3}); });
  check_each_type([](const auto& t) { return fft_shift(t, 1); });
  check_each_type([](const auto& t) { return ifft_shift(t, 1); });
  check_each_type([](const auto& t) { return expanding(t, reducer::mean, 1); });
  check_recorded(of_one([](const auto& t) { return cumsum(t); }), {tensor<float>{1, 2, 3}});
  check_recorded(of_one([](const auto& t) { return sort(t); }), {tensor<int>{3, 1, 2}});
}

TEST_CASE("products are recorded", "[plan]") {
  support::random r(9);
  const auto a = random_tensor<double>(r, {4, 3}), b = random_tensor<double>(r, {3, 5}), v = random_tensor<double>(r, 3);
  const auto stack_of_a = random_tensor<double>(r, {2, 4, 3}), stack_of_b = random_tensor<double>(r, {2, 3, 5});
  const auto product = of_two([](const auto& x, const auto& y) { return matmul(x, y); });
  check_recorded(product, {a, b});
  check_recorded(product, {a, v});
  check_recorded(product, {v, b});
  check_recorded(product, {v, v});
  check_recorded(product, {stack_of_a, stack_of_b});
  check_recorded(product, {stack_of_a, b});
  check_recorded(product, {a, stack_of_b});
  check_recorded(product, {random_tensor<int>(r, {4, 3}), random_tensor<std::uint8_t>(r, {3, 2})});
  check_recorded(of_two([](const auto& x, const auto& y) { return dot(x, y); }), {v, v});
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, m}), y = placeholder<double>("y", {n});
  CHECK(matmul(transpose(x), y).shape() == planned_shape{m});
  CHECK(matmul(placeholder<double>("z", {n, 4}), a).shape() == planned_shape{n, 3});
  CHECK_THROWS_WITH(matmul(x, y), ContainsSubstring("x float64[n m]") && ContainsSubstring("y float64[n]"));
  CHECK_THROWS_AS(matmul(x, sum(y)), shape_error);
}

TEST_CASE("products of all pairs of elements are recorded", "[plan]") {
  support::random r(9);
  const auto of_all = of_two([](const auto& x, const auto& y) { return outer(x, y); });
  check_recorded(of_all, {random_tensor<int>(r, {4, 3}), random_tensor<double>(r, 5)});
  check_recorded(of_all, {random_tensor<float>(r, 3), random_tensor<float>(r, {2, 1})});
  check_recorded(of_all, {random_tensor<float>(r, {}), random_tensor<float>(r, 3)});
}

TEST_CASE("covariances of all variables are recorded", "[plan]") {
  check_each_kind([](const auto& t) { return covariance_matrix(t); });
  check_each_kind([](const auto& t) { return covariance_matrix(t, 0, ddof{1}); });
  check_each_kind([](const auto& t) { return correlation_matrix(t, 1, nan_policy::skip); });
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n, 3});
  CHECK(covariance_matrix(x, 0).shape() == planned_shape{3, 3});
  CHECK(correlation_matrix(x).shape() == planned_shape{n, n});
  CHECK_THROWS_WITH(covariance_matrix(sum(x, 0)), ContainsSubstring("float64[3]"));
  CHECK_THROWS_AS(correlation_matrix(x, 2), index_error);
}

TEST_CASE("several quantiles are recorded", "[plan]") {
  check_each_kind([](const auto& t) { return quantile(t, {0.1, 0.5, 0.75}); });
  check_each_kind([](const auto& t) { return quantile(t, {0.25, 0.5}, 1); });
  check_each_kind([](const auto& t) { return quantile(t, {0.25, 0.5}, 0, nan_policy::skip); });
  const planned x = placeholder<double>("x", {planned_extent("n"), 2});
  CHECK(quantile(x, {0.25, 0.5, 1.0}, 0).shape() == planned_shape{3, 2});
  CHECK(describe(plan({x}, {{"q", quantile(x, {0.25, 0.5}, 0)}})) == "t1 float64[2 2] = quantile(x, {0.25, 0.5}, 0)\nresult q = t1\n");
}

TEST_CASE("a verb that the type lacks is refused when it is recorded", "[plan]") {
  const planned_extent n("n");
  const planned words = placeholder<std::string>("words", {n, 2}), z = placeholder<std::complex<double>>("z", {n, 2});
  CHECK_THROWS_AS(sum(words), type_error);
  CHECK_THROWS_AS(min(z, 0), type_error);
  CHECK_THROWS_AS(median(z), type_error);
  CHECK_THROWS_AS(all_of(z, 1), type_error);
  CHECK_THROWS_AS(words + words, type_error);
  CHECK_THROWS_AS(sum(z, 2), index_error);
  CHECK_THROWS_WITH(sum(z, {0, 0}), ContainsSubstring("named twice"));
  CHECK_THROWS_WITH(cumsum(z), ContainsSubstring("z complex128[n 2]") && ContainsSubstring("axis"));
}
