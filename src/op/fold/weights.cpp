// SPDX-License-Identifier: BSL-1.0
// Checks weights, and names the position of an invalid one.
#include <ravel/base/error.hpp>
#include <ravel/op/fold/weights.hpp>

#include <cmath>

namespace ravel::detail {

void throw_invalid_weight(index_t place, double weight) {
  throw value_error(text() << "weights are finite and not negative, and element " << place << " is " << weight);
}

void check_total_of_weights(double total, index_t count) {
  if (std::isinf(total)) throw value_error("the sum of the weights is infinite");
  if (count > 0 && total == 0)
    throw value_error(text() << (count == 1 ? "the only weight is 0" : "all " + std::to_string(count) + " weights are 0"));
}

double checked_total(const buffer<double>& values) {
  double total = 0;
  for (index_t i = 0; i < values.size(); ++i) {
    if (!is_valid_weight(values[i])) throw_invalid_weight(i, values[i]);
    total += values[i];
  }
  check_total_of_weights(total, values.size());
  return total;
}

std::vector<weighted_value> weigh(const char* operation, const node<double>& values, const weights& given, nan_policy policy) {
  if (values.size() != given.size()) throw_sizes_differ(operation, values.size(), given.size());
  if (policy == nan_policy::refuse) refuse_nan_in_any(operation, values);
  const std::span<const double> weight = given.span();
  std::vector<weighted_value> found;
  found.reserve(weight.size());
  each_span(values, [&](std::span<const double> block, index_t position) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      const weighted_value one{block[i], weight[static_cast<std::size_t>(position) + i]};
      if (one.weight > 0 && !(policy == nan_policy::skip && std::isnan(one.value))) found.push_back(one);
    }
  });
  if (found.empty()) throw_no_elements(operation);
  return found;
}

}  // namespace ravel::detail
