// SPDX-License-Identifier: BSL-1.0
// Recorded peaks, densities and fits have the bits that they have of tensors.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using namespace plan_tests;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;

namespace {

// A planned value as it is, and a buffer as a tensor.
const planned& as_any(const planned& x) { return x; }
template <class T>
any_tensor as_any(const buffer<T>& x) {
  return as_tensor(x, x.size());
}
template <class T>
any_tensor as_any(const tensor<T>& x) {
  return x;
}
any_tensor as_any(double x) { return scalar_tensor(x); }
any_tensor as_any(index_t x) { return scalar_tensor(x); }

template <class... Options>
any_tensor density(const any_tensor& x, const any_tensor& places, const Options&... options) {
  return as_any(kernel_density(x, as<double>(places), options...));
}
template <class... Options>
planned density(const planned& x, const planned& places, const Options&... options) {
  return kernel_density(x, places, options...);
}

}  // namespace

TEST_CASE("peaks are recorded", "[plan]") {
  check_each_kind([](const auto& t) { return as_any(find_peaks(t)); }, {40});
  check_each_kind([](const auto& t) { return as_any(find_peaks(t, peak_height{1, 3}, peak_distance{3})); }, {40});
  check_each_kind([](const auto& t) { return as_any(find_peaks(t, peak_prominence{1}, peak_plateau{1, 2}, peak_depth{0.25})); }, {40});
  check_each_kind([](const auto& t) { return as_any(peak_prominences(t, find_peaks(t)).values); }, {40});
  check_each_kind([](const auto& t) { return as_any(peak_prominences(t, find_peaks(t), peak_window{9}).left_bases); }, {40});
  check_each_kind([](const auto& t) { return as_any(peak_widths(t, find_peaks(t), peak_depth{0.75}).right); }, {40});
  check_each_kind([](const auto& t) { return as_any(peak_widths(t, find_peaks(t)).heights); }, {0});
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), at = find_peaks(x);
  CHECK(to_string(at.shape()) == "[(number of peaks)]");
  CHECK((take(x, 0, at) - peak_prominences(x, at).values).shape() == at.shape());
  CHECK_THROWS_WITH(find_peaks(placeholder<double>("y", {n, 2})), ContainsSubstring("y float64[n 2]"));
  CHECK_THROWS_AS(find_peaks(placeholder<std::string>("s", {n})), type_error);
  CHECK_THROWS_AS(peak_widths(x, x), type_error);
}

TEST_CASE("densities are recorded", "[plan]") {
  support::random r(5);
  const any_tensor places = random_tensor<double>(r, 7);
  for (const any_tensor& x : plan_tests::one_of_each_kind(r, {4, 6})) {
    check_recorded(of_two([](const auto& t, const auto& p) { return density(t, p); }), {x, places});
    check_recorded(of_two([](const auto& t, const auto& p) { return density(t, p, bandwidth{0.5}, nan_policy::skip); }), {x, places});
    check_recorded(of_two([](const auto& t, const auto& p) { return density(t, p, 1, bandwidth_rule::silverman); }), {x, places});
  }
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, 2}), p = placeholder<float>("p", {m});
  CHECK(kernel_density(x, p).shape() == planned_shape{m});
  CHECK(kernel_density(x, p, 0).shape() == planned_shape{m, 2});
  CHECK_THROWS_WITH(kernel_density(x, x), ContainsSubstring("x float64[n 2]"));
  CHECK_THROWS_AS(kernel_density(x, p, 2), index_error);
}

TEST_CASE("fits of several variables are recorded", "[plan]") {
  support::random r(5);
  const any_tensor x = random_tensor<double>(r, {9, 3}), y = random_tensor<double>(r, 9), whole = random_tensor<int>(r, 9);
  const auto check = [&](const auto& f) {
    check_recorded(of_two(f), {x, y});
    check_recorded(of_two(f), {x, whole});
  };
  check([](const auto& a, const auto& b) { return as_any(least_squares(a, b).coefficients); });
  check([](const auto& a, const auto& b) { return as_any(least_squares(a, b, intercept::none).coefficients); });
  check([](const auto& a, const auto& b) { return as_any(least_squares(a, b).standard_errors); });
  check([](const auto& a, const auto& b) { return as_any(least_squares(a, b, nan_policy::skip).r_squared); });
  check([](const auto& a, const auto& b) { return as_any(least_squares(a, b).residual_sum); });
  check([](const auto& a, const auto& b) { return as_any(least_squares(a, b).freedom); });
  const planned_extent n("n"), m("m");
  const planned a = placeholder<double>("a", {n, m}), b = placeholder<double>("b", {n});
  CHECK(least_squares(a, b).coefficients.shape() == planned_shape{m + 1});
  CHECK(least_squares(a, b, intercept::none).coefficients.shape() == planned_shape{m});
  CHECK_THROWS_WITH(least_squares(b, a), ContainsSubstring("b float64[n] and a float64[n m]"));
  CHECK_THROWS_AS(least_squares(placeholder<std::complex<double>>("c", {n, m}), b), type_error);
}
