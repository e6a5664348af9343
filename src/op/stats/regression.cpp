// SPDX-License-Identifier: BSL-1.0
// Fits lines from moments about the means, and from all slopes.
#include <ravel/base/error.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/regression.hpp>
#include "op/stats/median_slope.hpp"

#include <cmath>
#include <limits>

namespace ravel::detail {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

void check_pairs(const char* operation, index_t count) {
  if (count < 2) throw value_error(text() << operation << " of " << counted(count, "pair") << ": there must be at least 2");
}
[[noreturn]] void throw_one_place(const char* operation, index_t count, double place) {
  throw value_error(text() << operation << " is singular: all " << count << " places are " << place);
}

struct pair_lists {
  std::vector<double> x, y;
};

// Gathers pairs without those to be skipped. True if any has a NaN.
bool gather(pair_lists& pairs, const reader<double>& x, const reader<double>& y, nan_policy policy) {
  const index_t n = x.size();
  std::vector<double> all_x(static_cast<std::size_t>(n)), all_y(all_x);
  read_into(detail_access::node(x), 0, n, all_x.data());
  read_into(detail_access::node(y), 0, n, all_y.data());
  bool any = false;
  for (std::size_t i = 0; i < all_x.size(); ++i) {
    const bool nan = std::isnan(all_x[i]) || std::isnan(all_y[i]);
    any |= nan;
    if (nan && policy == nan_policy::skip) continue;
    pairs.x.push_back(all_x[i]);
    pairs.y.push_back(all_y[i]);
  }
  return any;
}

constexpr std::size_t most_with_all_slopes = 1000;

double median_of_all_slopes(const pair_lists& pairs) {
  const std::size_t n = pairs.x.size();
  std::vector<double> slopes;
  slopes.reserve(n * (n - 1) / 2);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      if (pairs.x[i] != pairs.x[j]) slopes.push_back((pairs.y[j] - pairs.y[i]) / (pairs.x[j] - pairs.x[i]));
    }
  }
  if (slopes.empty()) throw_one_place("theil_sen", static_cast<index_t>(n), pairs.x.front());
  return median(slopes);
}

void check_moderate(const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::abs(values[i]) <= 1e150) continue;
    throw value_error(text() << "theil_sen of " << values.size() << " pairs, of which pair " << static_cast<index_t>(i) << " has "
                             << values[i] << ": of more than " << static_cast<index_t>(most_with_all_slopes)
                             << " none may go beyond 1e150");
  }
}

double median_of_many_slopes(const pair_lists& pairs) {
  check_moderate(pairs.x);
  check_moderate(pairs.y);
  const double slope = median_slope(pairs.x, pairs.y);
  if (std::isnan(slope)) throw_one_place("theil_sen", std::ssize(pairs.x), pairs.x.front());
  return slope;
}

}  // namespace

line_fit fitted_line(const comoments& m) {
  check_pairs("linear_regression", m.count);
  const double n = static_cast<double>(m.count), mean_x = m.sum_a / n, mean_y = m.sum_b / n;
  if (!std::isnan(m.only_a)) throw_one_place("linear_regression", m.count, m.only_a);
  const double slope = m.product / m.second_a, r = m.pearson();
  const double left = std::max(m.second_b - slope * m.product, 0.0);  // the residual
  const double variance = m.count > 2 ? left / (n - 2) : no_number, error = std::sqrt(variance / m.second_a);
  return {m.count, slope, mean_y - slope * mean_x, error, error * std::sqrt(m.second_a / n + mean_x * mean_x), r * r};
}
line_fit fit_line(const reader<double>& x, const reader<double>& y, nan_policy policy) {
  return fitted_line(reduce_under("linear_regression", policy, reducer::comoments, x, y));
}

median_line fit_median_line(const reader<double>& x, const reader<double>& y, nan_policy policy) {
  if (x.size() != y.size()) throw_sizes_differ("theil_sen", x.size(), y.size());
  if (policy == nan_policy::refuse) refuse_nan_in_any("theil_sen", detail_access::node(x), detail_access::node(y));
  pair_lists pairs;
  const bool any_nan = gather(pairs, x, y, policy);
  const std::size_t n = pairs.x.size();
  check_pairs("theil_sen", static_cast<index_t>(n));
  if (any_nan && policy == nan_policy::keep) return {no_number, no_number};
  const double slope = n > most_with_all_slopes ? median_of_many_slopes(pairs) : median_of_all_slopes(pairs);
  return {slope, median(pairs.y) - slope * median(pairs.x)};
}

}  // namespace ravel::detail
