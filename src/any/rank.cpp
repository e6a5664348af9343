// SPDX-License-Identifier: BSL-1.0
// rank and histogram for every type with an order, computed in the four types that hold all their values.
#include <ravel/any/copy.hpp>
#include <ravel/any/statistics.hpp>
#include <ravel/op/stats/quantile.hpp>
#include "any/typed.hpp"

namespace ravel {

namespace detail {

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
