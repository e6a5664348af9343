// SPDX-License-Identifier: BSL-1.0
// The number of bins by the rules of NumPy's histogram_bin_edges.
#include <ravel/base/error.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/op/search/histogram.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/statistics.hpp>

#include <cmath>
#include <numbers>

namespace ravel::detail {

namespace {

double freedman_diaconis(const buffer<double>& x, double n) {
  const buffer<double> quarters = quantile(x, {0.25, 0.75});
  return 2 * (quarters[1] - quarters[0]) * std::pow(n, -1.0 / 3);
}

double doane(const buffer<double>& x, double n, double range) {
  if (n <= 2 || standard_deviation(x) == 0) return 0;
  const double spread_of_skew = std::sqrt(6 * (n - 2) / ((n + 1) * (n + 3)));
  return range / (1 + std::log2(n) + std::log2(1 + std::abs(skew(x)) / spread_of_skew));
}

// The number of bins with the least leave-one-out estimate of the squared error (Stone 1984).
double stone(const buffer<double>& x, double n, double range, bin_limits limits) {
  if (n <= 1 || range == 0) return 0;
  const auto most = std::max<index_t>(100, static_cast<index_t>(std::sqrt(n)));
  index_t best = 1;
  double least_error = 0;
  for (index_t bins = 1; bins <= most; ++bins) {
    double squares = 0;
    for (const index_t count : count_even_bins(detail_access::node(x), bins, &limits, nan_policy::keep).counts) {
      const double share = static_cast<double>(count) / n;
      squares += share * share;
    }
    const double error = (2 - (n + 1) * squares) / (range / static_cast<double>(bins));
    if (bins == 1 || error < least_error) {
      least_error = error;
      best = bins;
    }
  }
  return range / static_cast<double>(best);
}

double width_by(bin_rule rule, const buffer<double>& x, bin_limits limits) {
  const double n = static_cast<double>(x.size()), range = max(x) - min(x), sturges = range / (std::log2(n) + 1);
  switch (rule) {
    case bin_rule::sqrt:
      return range / std::sqrt(n);
    case bin_rule::sturges:
      return sturges;
    case bin_rule::rice:
      return range / (2 * std::pow(n, 1.0 / 3));
    case bin_rule::scott:
      return std::pow(24 * std::sqrt(std::numbers::pi) / n, 1.0 / 3) * standard_deviation(x);
    case bin_rule::doane:
      return doane(x, n, range);
    case bin_rule::stone:
      return stone(x, n, range, limits);
    case bin_rule::freedman_diaconis:
      return freedman_diaconis(x, n);
    case bin_rule::automatic:
      break;
  }
  const double narrow = freedman_diaconis(x, n);
  return narrow > 0 ? std::min(narrow, sturges) : sturges;
}

}  // namespace

index_t bins_by(bin_rule rule, const reader<double>& values, const bin_limits* limits) {
  const buffer<double> inside =
      filter(values, [=](double value) { return limits ? limits->low <= value && value <= limits->high : value == value; });
  if (inside.size() == 0) return 1;
  bin_limits outer = limits ? *limits : bin_limits{min(inside), max(inside)};
  if (!std::isfinite(outer.high - outer.low)) return 1;  // counting refuses such limits
  if (outer.low == outer.high) outer = {outer.low - 0.5, outer.high + 0.5};
  const double width = width_by(rule, inside, outer);
  if (!(width > 0)) return 1;
  const double wanted = std::ceil((outer.high - outer.low) / width);
  constexpr double most = 1 << 24;
  if (wanted > most)
    throw value_error(text() << "histogram would have " << wanted << " bins of width " << width << ": give bins{…} instead");
  return static_cast<index_t>(wanted);
}

}  // namespace ravel::detail
