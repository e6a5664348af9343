// SPDX-License-Identifier: BSL-1.0
// Weighted windows as correlations with each segment of positive weights. So an element under a weight of 0 does not count, even NaN.
#include <ravel/base/error.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/op/windows/rolling.hpp>

#include <algorithm>
#include <cmath>

namespace ravel::detail {

namespace {

bool above_0(double weight) { return weight > 0; }

// Some weight is above 0.
buffer<double> weighted_sums(const double* data, index_t count, std::span<const double> weights) {
  buffer<double> sums, more;
  for (auto first = std::ranges::find_if(weights, above_0); first != weights.end();) {
    const auto end = std::find_if_not(first, weights.end(), above_0);
    buffer<double>& made = sums.size() == 0 ? sums : more;
    if (made.size() == 0) made = unfilled_buffer<double>(count);
    const std::span<const double> segment(first, end),
        under(data + (first - weights.begin()), static_cast<std::size_t>(count) + segment.size() - 1);
    correlate_inside(under, segment, count, convolve_method::direct, made.data());
    for (index_t i = 0; i < more.size(); ++i) sums.unchecked(i) += more.unchecked(i);
    first = std::find_if(end, weights.end(), above_0);
  }
  return sums;
}

struct sums_and_weights {
  buffer<double> sums;
  buffer<double> totals;  // the total weight of numbers; none if all count
};

sums_and_weights weigh_windows(const double* data, index_t count, std::span<const double> weights, nan_weight nan) {
  const auto n = static_cast<std::size_t>(count) + weights.size() - 1;
  const std::span<const double> all(data, n);
  const auto is_nan_value = [](double value) { return std::isnan(value); };
  if (nan == nan_weight::counts || std::ranges::none_of(all, is_nan_value)) return {weighted_sums(data, count, weights), {}};
  std::vector<double> numbers(n), there(n);
  std::ranges::transform(all, numbers.begin(), [=](double value) { return is_nan_value(value) ? 0 : value; });
  std::ranges::transform(all, there.begin(), [=](double value) { return is_nan_value(value) ? 0 : 1; });
  return {weighted_sums(numbers.data(), count, weights), weighted_sums(there.data(), count, weights)};
}

RAVEL_KERNEL void divide(double* values, index_t n, double by) {
  for (index_t i = 0; i < n; ++i) values[i] /= by;
}

}  // namespace

buffer<double> roll_weighted(const sum_reducer&, const double* data, index_t count, const weights& given, nan_weight nan, index_t step,
                             const std::optional<double>& told) {
  const auto [sums, totals] = weigh_windows(data, count, given.span(), nan);
  for (index_t i = 0; told && i < totals.size(); ++i) {
    if (totals.unchecked(i) == 0) sums.unchecked(i) = *told;
  }
  return every_one(sums, every{step});
}

buffer<double> roll_weighted(const mean_reducer&, const double* data, index_t count, const weights& given, nan_weight nan, index_t step,
                             const std::optional<double>& told) {
  const auto [sums, totals] = weigh_windows(data, count, given.span(), nan);
  if (totals.size() == 0) divide(sums.data(), count, given.total());
  for (index_t i = 0; i < totals.size(); i += step) {
    if (totals.unchecked(i) != 0) {
      sums.unchecked(i) /= totals.unchecked(i);
    } else if (told) {
      sums.unchecked(i) = *told;
    } else {
      at_place([&]() -> std::string { return text() << "window " << i; }, [] { throw_no_elements("mean"); });
    }
  }
  return every_one(sums, every{step});
}

}  // namespace ravel::detail
