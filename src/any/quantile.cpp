// SPDX-License-Identifier: BSL-1.0
// quantile and its like, rank and histogram of every type that has an order, in the four types that have the values of all.
#include <ravel/any/copy.hpp>
#include <ravel/any/statistics.hpp>
#include <ravel/op/stats/quantile.hpp>
#include "any/typed.hpp"

namespace ravel {

namespace detail {

void quantiles_any(const char* operation, const any_data& x, std::span<const double> q, double* out, quantile_rule rule,
                   nan_policy policy) {
  visit_real<void>(operation, x.values, [&](const auto& t) { quantiles_into(operation, t, q, out, rule, policy); });
}

tensor<double> quantile_any(const char* operation, const any_data& x, double q, const ints& axes, bool kept, quantile_rule rule,
                            nan_policy policy) {
  const auto made = visit_real<tensor<double>>(operation, x.values, [&](const auto& t) -> tensor<double> {
    return reduced_by(t, axes, [&](const auto& line) { return one_quantile(operation, line, q, rule, policy); });
  });
  return kept ? as_writable<double>(keeping(made, x.values.rank(), axes)) : made;
}

tensor<double> quantiles_any(const any_data& x, std::span<const double> q, const ints& axis, quantile_rule rule, nan_policy policy) {
  const auto wanted = buffer_of(q.data(), static_cast<index_t>(q.size()));
  return visit_real<tensor<double>>("quantile", x.values, [&](const auto& t) { return quantile(t, wanted, axis, rule, policy); });
}

quartile_values quartiles_any(const any_data& x, quantile_rule rule, nan_policy policy) {
  static constexpr double shares[] = {0, 0.25, 0.5, 0.75, 1};
  double found[5];
  quantiles_any("quartiles", x, shares, found, rule, policy);
  return {found[0], found[1], found[2], found[3], found[4]};
}

histogram_counts histogram_any(const any_data& x, index_t count, const bin_rule* rule, const between* within, nan_policy policy) {
  return visit_real<histogram_counts>("histogram", x.values, [&](const auto& t) {
    if (rule && within) return histogram(t, *rule, *within, policy);
    if (rule) return histogram(t, *rule, policy);
    return within ? histogram(t, bins{count}, *within, policy) : histogram(t, bins{count}, policy);
  });
}

tensor<double> rank_any(const any_data& x, const ints& axis, rank_ties ties) {
  return visit_orderable<tensor<double>>("rank", x.values, [&](const auto& t) { return rank(t, axis, ties); });
}

}  // namespace detail
}  // namespace ravel
