// SPDX-License-Identifier: BSL-1.0
// Weights of a normal distribution and its derivatives, and lines under such weights.
#include <ravel/base/error.hpp>
#include <ravel/op/convolve.hpp>
#include <ravel/op/gaussian_filter.hpp>

#include <cmath>

namespace ravel::detail {

namespace {

// The polynomial that the distribution is multiplied with to be its derivative: p becomes p' - p x / sigma².
std::vector<double> derivative_factor(index_t order, double squared) {
  std::vector<double> p{1};
  for (index_t k = 0; k < order; ++k) {
    std::vector<double> next(p.size() + 1, 0.0);
    for (std::size_t i = 0; i < p.size(); ++i) {
      next[i + 1] -= p[i] / squared;
      if (i > 0) next[i - 1] += static_cast<double>(i) * p[i];
    }
    p = std::move(next);
  }
  return p;
}

}  // namespace

std::vector<double> gaussian_weights(double sigma, index_t order, double truncated) {
  if (!(sigma >= 0) || !std::isfinite(sigma) || (sigma == 0 && order > 0))
    throw value_error(text() << "gaussian_filter with a standard deviation of " << sigma << ": it must be a finite number above 0");
  if (order < 0) throw value_error(text() << "gaussian_filter of order " << order << ": it must not be negative");
  if (!(truncated > 0) || !(truncated * sigma < 1e9))
    throw value_error(text() << "gaussian_filter truncated at " << truncated << " times " << sigma << ": this gives no window");
  if (sigma == 0) return {1};
  const double squared = sigma * sigma;
  const auto radius = static_cast<index_t>(truncated * sigma + 0.5);
  std::vector<double> weights;
  double total = 0;
  for (index_t i = -radius; i <= radius; ++i) {
    weights.push_back(std::exp(-0.5 / squared * static_cast<double>(i * i)));
    total += weights.back();
  }
  const std::vector<double> factor = derivative_factor(order, squared);
  for (index_t i = -radius; i <= radius; ++i) {
    double polynomial = 0;
    for (std::size_t k = factor.size(); k-- > 0;) polynomial = polynomial * static_cast<double>(-i) + factor[k];
    weights[static_cast<std::size_t>(i + radius)] *= polynomial / total;
  }
  return weights;
}

buffer<double> weigh_line(const node<double>& line, std::span<const double> weights, edge_mode edge) {
  if (line.size() == 0) return make_buffer<double>(0);
  const auto radius = static_cast<index_t>(weights.size() / 2);
  const window_reach reach = edge == edge_mode::valid ? window_reach{0, 0} : window_reach{radius, radius};
  return with_extended(line, reach, edge, [&](const double* data, index_t size) {
    const buffer<double> sums = unfilled_buffer<double>(std::max<index_t>(size - 2 * radius, 0));
    correlate_inside<double>({data, static_cast<std::size_t>(size)}, weights, sums.size(), convolve_method::direct, sums.data());
    return sums;
  });
}

}  // namespace ravel::detail
