// SPDX-License-Identifier: BSL-1.0
// rank for every type with an order, computed in the four types that hold all their values.
#include <ravel/any/copy.hpp>
#include <ravel/any/statistics.hpp>
#include <ravel/op/stats/quantile.hpp>
#include "any/typed.hpp"

namespace ravel {

namespace detail {

tensor<double> rank_any(const any_data& x, const ints& axis, rank_ties ties) {
  return visit_orderable<tensor<double>>("rank", x.values, [&](const auto& t) { return rank(t, axis, ties); });
}

}  // namespace detail
}  // namespace ravel
