// SPDX-License-Identifier: BSL-1.0
// Computes each mean as an arithmetic mean of transformed elements.
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

}  // namespace ravel::detail
