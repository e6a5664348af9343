// SPDX-License-Identifier: BSL-1.0
// Computes powers by repeated squaring, so that an order costs only its logarithm.
#include <ravel/base/error.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/moment.hpp>

#include <cmath>

namespace ravel::detail {

namespace {

struct power_about {
  using is_pure = void;
  double centre;
  index_t order;

  double operator()(double value) const {
    double found = 1, square = value - centre;
    for (index_t left = order; left > 0; left /= 2, square *= square) {
      if (left % 2 == 1) found *= square;
    }
    return std::isnan(value) ? value : found;
  }
};

}  // namespace

double moment_of(const reader<double>& values, index_t order, moment_kind kind, nan_policy policy) {
  if (order < 0) throw value_error(text() << "moment of order " << order << ": it must not be negative");
  if (policy == nan_policy::refuse) refuse_nan_in_any("moment", detail_access::node(values));
  if (values.size() == 0) throw_no_elements("moment");
  const auto about = [&](double centre, index_t power) { return mean(map(power_about{centre, power}, values), policy); };
  if (kind == moment_kind::raw) return about(0, order);
  const double centre = mean(values, policy);
  const double central = order == 1 ? centre - centre : about(centre, order);  // 0, unless the mean is NaN
  return kind == moment_kind::central ? central : central / std::pow(about(centre, 2), static_cast<double>(order) / 2);
}

}  // namespace ravel::detail
