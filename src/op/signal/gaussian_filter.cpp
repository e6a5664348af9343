// SPDX-License-Identifier: BSL-1.0
// Weights of a normal distribution and its derivatives, and weighted sums of lines.
#include <ravel/base/error.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/op/signal/filters.hpp>

#include <cmath>

namespace ravel::detail {

namespace {

// The polynomial, in standard deviations, whose product with the distribution is its derivative: p becomes p' - p u.
std::vector<double> derivative_factor(index_t order) {
  std::vector<double> p{1};
  for (index_t k = 0; k < order; ++k) {
    std::vector<double> next(p.size() + 1, 0.0);
    for (std::size_t i = 0; i < p.size(); ++i) {
      next[i + 1] -= p[i];
      if (i > 0) next[i - 1] += static_cast<double>(i) * p[i];
    }
    p = std::move(next);
  }
  return p;
}

// Beyond this order, a derivative has no finite values.
constexpr index_t highest_order = 300;

[[noreturn]] void throw_beyond_doubles(index_t order, double sigma) {
  throw value_error(text() << "gaussian_filter of order " << order << " with a standard deviation of " << sigma
                           << ": the weights are beyond what a double holds");
}

}  // namespace

std::vector<double> gaussian_weights(double sigma, index_t order, double truncated) {
  if (!(sigma >= 0) || !std::isfinite(sigma) || (sigma == 0 && order > 0))
    throw value_error(text() << "gaussian_filter with a standard deviation of " << sigma << ": it must be a finite number "
                             << (order > 0 ? "above 0" : "and not negative"));
  if (order < 0) throw value_error(text() << "gaussian_filter of order " << order << ": it must not be negative");
  if (!(truncated > 0) || !(truncated * sigma < 1e9))
    throw value_error(text() << "gaussian_filter truncated at " << truncated << " times " << sigma << ": this gives no window");
  if (sigma == 0) return {1};
  if (order > highest_order) throw_beyond_doubles(order, sigma);
  const auto radius = static_cast<index_t>(truncated * sigma + 0.5);
  std::vector<double> weights;
  weights.reserve(static_cast<std::size_t>(2 * radius + 1));
  double total = 0;
  for (index_t i = -radius; i <= radius; ++i) {
    const double deviations = static_cast<double>(i) / sigma;
    weights.push_back(std::exp(-0.5 * deviations * deviations));
    total += weights.back();
  }
  const std::vector<double> factor = derivative_factor(order);
  const double unit = total * std::pow(sigma, static_cast<double>(order));
  for (index_t i = -radius; i <= radius; ++i) {
    double& weight = weights[at(i + radius)];
    if (weight == 0) continue;  // however large the polynomial is
    const double deviations = static_cast<double>(-i) / sigma;
    double polynomial = 0;
    for (std::size_t k = factor.size(); k-- > 0;) polynomial = polynomial * deviations + factor[k];
    weight *= polynomial / unit;
    if (!std::isfinite(weight)) throw_beyond_doubles(order, sigma);
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
