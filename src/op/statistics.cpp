// SPDX-License-Identifier: BSL-1.0
// Ranks, and the correlation of ranks.
#include <ravel/op/statistics.hpp>

#include <algorithm>
#include <cmath>

namespace ravel::detail {

namespace {

struct placed_value {
  double value;
  std::size_t place;
};

// The ranks from 1 on in place of the values.
void rank(std::span<double> values) {
  std::vector<placed_value> order(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) order[i] = {values[i], i};
  std::sort(order.begin(), order.end(), [](const placed_value& a, const placed_value& b) { return a.value < b.value; });
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    while (end < order.size() && order[end].value == order[first].value) ++end;
    const double shared = static_cast<double>(first + 1 + end) / 2;
    for (std::size_t i = first; i < end; ++i) values[order[i].place] = shared;
  }
}

bool nan_at(std::span<const double> a, std::span<const double> b, std::size_t i) { return std::isnan(a[i]) || std::isnan(b[i]); }

// The pairs of numbers moved to the front; their number.
std::size_t drop_nan(std::span<double> a, std::span<double> b) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (nan_at(a, b, i)) continue;
    a[kept] = a[i];
    b[kept++] = b[i];
  }
  return kept;
}

}  // namespace

double spearman(std::span<double> a, std::span<double> b, nan_policy policy) {
  if (policy == nan_policy::refuse) refuse_nan_in<double, double>("correlation", 0, a, b);
  const std::size_t given = a.size(), numbers = drop_nan(a, b);
  if (numbers < given && policy == nan_policy::keep) return std::nan("");
  a = a.first(numbers);
  b = b.first(numbers);
  rank(a);
  rank(b);
  comoments ranks;
  add_comoments(ranks, a, b);
  return ranks.pearson();
}

}  // namespace ravel::detail
