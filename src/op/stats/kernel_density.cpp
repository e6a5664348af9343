// SPDX-License-Identifier: BSL-1.0
// One fused loop for each place.
#include <ravel/base/error.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/op/stats/kernel_density.hpp>
#include <ravel/storage/adopt.hpp>

#include <cmath>
#include <numbers>

namespace ravel::detail {

namespace {

struct weighted_sample {
  std::vector<double> value, share;  // the shares add up to 1
};

weighted_sample sample_of(const reader<double>& values, const weights* given, nan_policy policy) {
  const auto n = static_cast<std::size_t>(values.size());
  const weights even(given ? buffer<double>{1} : adopt(std::vector<double>(std::max<std::size_t>(n, 1), 1.0)));
  if (n == 0) throw_no_elements("kernel_density");
  weighted_sample sample;
  double total = 0;
  for (const auto& [value, weight] : weigh("kernel_density", detail_access::node(values), given ? *given : even, policy)) {
    sample.value.push_back(value);
    sample.share.push_back(weight);
    total += weight;
  }
  for (double& share : sample.share) share /= total;
  return sample;
}

double width_of(const weighted_sample& sample, bandwidth_rule rule) {
  double mean = 0, squares = 0, spread = 0, furthest = 0;
  for (std::size_t i = 0; i < sample.value.size(); ++i) mean += sample.share[i] * sample.value[i];
  for (const double value : sample.value) furthest = std::max(furthest, std::abs(value - mean));
  // Scaled by a power of two, so that no square overflows a double.
  const int unit = furthest > 0 && std::isfinite(furthest) ? std::ilogb(furthest) : 0;
  for (std::size_t i = 0; i < sample.value.size(); ++i) {
    const double distance = std::ldexp(sample.value[i] - mean, -unit);
    squares += sample.share[i] * sample.share[i];
    spread += sample.share[i] * distance * distance;
  }
  const double first = sample.value.front();
  if (std::all_of(sample.value.begin(), sample.value.end(), [=](double value) { return value == first; })) {
    throw value_error(text() << "kernel_density finds no bandwidth for elements that are all " << first << ": say bandwidth{…}");
  }
  const double effective = 1 / squares, factor = rule == bandwidth_rule::scott ? 1 : 0.75;
  return std::ldexp(std::sqrt(spread / (1 - squares)) * std::pow(factor * effective, -0.2), unit);
}

struct bell {
  using is_pure = void;
  double centre;
  double scale;
  double operator()(double value) const {
    const double distance = (value - centre) * scale;
    return -0.5 * distance * distance;
  }
};

}  // namespace

void check_bandwidth(bandwidth width) {
  if (width.value > 0 && std::isfinite(width.value)) return;
  throw value_error(text() << "kernel_density with a bandwidth of " << width.value << ": it must be positive and finite");
}

buffer<double> density_at(const reader<double>& values, const reader<double>& places, bandwidth_choice how, const weights* given,
                          nan_policy policy) {
  if (how.given) check_bandwidth(*how.given);
  if (policy == nan_policy::refuse) refuse_nan_in_any("kernel_density", detail_access::node(values));
  const weighted_sample sample = sample_of(values, given, policy);
  const double width = how.given ? how.given->value : width_of(sample, how.rule);
  const double height = 1 / (width * std::sqrt(2 * std::numbers::pi));
  const reader<double> value = adopt(std::vector(sample.value)), share = adopt(std::vector(sample.share));
  const buffer<double> density = elements_of(places);
  watched_loop loop;
  for (index_t i = 0; i < density.size(); ++i) {
    loop.at(i, density.size());
    double& at = density.unchecked(i);
    at = height * sum(exp(map(bell{at, 1 / width}, value)) * share);
  }
  return density;
}

}  // namespace ravel::detail
