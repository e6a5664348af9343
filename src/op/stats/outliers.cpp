// SPDX-License-Identifier: BSL-1.0
// Distances from the median, and fences around the quartiles.
#include <ravel/base/error.hpp>
#include <ravel/op/search/argfilter.hpp>
#include <ravel/op/stats/outliers.hpp>

#include <cmath>

namespace ravel::detail {

namespace {

// An infinite centre has distance 0 from itself.
struct distance_from {
  using is_pure = void;
  double centre;
  double operator()(double value) const { return value == centre ? 0 : std::abs(value - centre); }
};

}  // namespace

double median_deviation(const reader<double>& values, deviation_scale scale, nan_policy policy) {
  if (!(scale.value > 0) || std::isinf(scale.value)) {
    throw value_error(text() << "median_absolute_deviation with a scale of " << scale.value << ": it must be positive and finite");
  }
  if (policy == nan_policy::refuse) refuse_nan_in_any("median_absolute_deviation", detail_access::node(values));
  if (values.size() == 0) throw_no_elements("median_absolute_deviation");
  const auto median_of = [&](const reader<double>& each) { return one_quantile("median_absolute_deviation", each, 0.5, policy); };
  const double centre = median_of(values);
  return std::isnan(centre) ? centre : scale.value * median_of(map(distance_from{centre}, values));
}

index_set outliers_of(const reader<double>& values, fence_factor factor, quantile_rule rule, nan_policy policy) {
  if (!(factor.value >= 0)) throw value_error(text() << "arg_outliers with a factor of " << factor.value << ": it must not be negative");
  if (policy == nan_policy::refuse) refuse_nan_in_any("arg_outliers", detail_access::node(values));
  if (values.size() == 0) throw_no_elements("arg_outliers");
  static constexpr double shares[] = {0.25, 0.75};
  double quartile[2];
  quantiles_into("arg_outliers", values, shares, quartile, rule, nan_policy::skip);
  const double reach = factor.value * (quartile[1] - quartile[0]), low = quartile[0] - reach, high = quartile[1] + reach;
  return index_set(argfilter(values, [=](double value) { return value < low || value > high; }));
}

}  // namespace ravel::detail
