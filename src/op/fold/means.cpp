// SPDX-License-Identifier: BSL-1.0
// Computes each mean as an arithmetic mean of transformed elements. Powers are computed by repeated squaring, so that an order costs only
// its logarithm.
#include <ravel/base/error.hpp>
#include <ravel/lazy/functions.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/op/fold/means.hpp>

#include <cmath>

namespace ravel::detail {

namespace {

void refuse_negative(const char* operation, const reader<double>& values) {
  const index_t place = first_place(detail_access::node(values), [](double value) { return value < 0; });
  if (place >= 0) throw_negative_element(operation, place, values[place]);
}

}  // namespace

void throw_negative_element(const char* operation, index_t place, double value) {
  throw value_error(text() << operation << " of a negative number: element " << place << " is " << value);
}

double weighted_mean(const char* operation, const reader<double>& values, const weights* given, nan_policy policy) {
  if (!given) {
    if (policy == nan_policy::refuse) refuse_nan_in_any(operation, detail_access::node(values));
    if (values.size() == 0) throw_no_elements(operation);
    return mean(values, policy);
  }
  std::vector<double> products;
  double total = 0;
  for (const auto& [value, weight] : weigh(operation, detail_access::node(values), *given, policy)) {
    products.push_back(value * weight);
    total += weight;
  }
  return sum(products) / total;
}

double geometric_mean_of(const reader<double>& values, const weights* given, nan_policy policy) {
  refuse_negative("geometric_mean", values);
  return std::exp(weighted_mean("geometric_mean", log(values), given, policy));
}

double harmonic_mean_of(const reader<double>& values, const weights* given, nan_policy policy) {
  refuse_negative("harmonic_mean", values);
  return 1 / weighted_mean("harmonic_mean", 1.0 / abs(values), given, policy);  // abs, so that -0 counts as 0
}

namespace {

struct power_about {
  using is_pure = void;
  double centre;
  index_t order;

  double operator()(double value) const {
    double found = 1, square = value - centre;
    for (index_t left = order; left > 0; left /= 2, square *= square) {
      if (left % 2 == 1) found *= square;
    }
    return std::isnan(value) ? value : found;
  }
};

}  // namespace

double moment_of(const reader<double>& values, index_t order, moment_kind kind, nan_policy policy) {
  if (order < 0) throw value_error(text() << "moment of order " << order << ": it must not be negative");
  if (policy == nan_policy::refuse) refuse_nan_in_any("moment", detail_access::node(values));
  if (values.size() == 0) throw_no_elements("moment");
  const auto about = [&](double centre, index_t power) { return mean(map(power_about{centre, power}, values), policy); };
  if (kind == moment_kind::raw) return about(0, order);
  const double centre = mean(values, policy);
  const double central = order == 1 ? centre - centre : about(centre, order);  // 0, unless the mean is NaN
  return kind == moment_kind::central ? central : central / std::pow(about(centre, 2), static_cast<double>(order) / 2);
}

}  // namespace ravel::detail
