// SPDX-License-Identifier: BSL-1.0
// Sorts the elements and adds up the middle, so that the order of the additions depends only on the values.
#include <ravel/base/error.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/order/sort.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/op/stats/trimmed_mean.hpp>

namespace ravel::detail {

double trimmed_mean_of(const reader<double>& values, double share, nan_policy policy) {
  if (!(share >= 0 && share < 0.5))
    throw value_error(text() << "trimmed_mean leaves out a share of " << share << " at each end: it must be at least 0 and less than 0.5");
  if (policy == nan_policy::refuse) refuse_nan(values, "trimmed_mean");
  const buffer<double> ordered = policy == nan_policy::skip ? filter(values, [](double x) { return x == x; }) : clone(values);
  check_not_empty(ordered, "trimmed_mean");
  sort_in_place(ordered.span());
  const index_t n = ordered.size();
  if (is_nan{}(ordered[n - 1])) return ordered[n - 1];
  const auto cut = static_cast<index_t>(share * static_cast<double>(n));
  return mean(slice(ordered, cut, n - 2 * cut));
}

}  // namespace ravel::detail
