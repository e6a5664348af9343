// SPDX-License-Identifier: BSL-1.0
// Robust statistics: median_absolute_deviation, and arg_outliers, the positions of far elements. By selection, in double precision. Eager;
// safe to call from any thread.
#pragma once

#include <ravel/index/index_set.hpp>
#include <ravel/op/stats/quantile.hpp>

namespace ravel {

// The factor of a median absolute deviation; 1.4826022185056018 makes it the standard deviation of a normal distribution.
struct deviation_scale {
  double value = 1;
};
// The deviation_scale that makes a median absolute deviation the standard deviation of a normal distribution.
inline constexpr deviation_scale normal_deviation{1.4826022185056018};

// The limit beyond the quartiles, in multiples of their distance.
struct fence_factor {
  double value = 1.5;
};

namespace detail {

RAVEL_API double median_deviation(const reader<double>& values, deviation_scale scale, nan_policy policy);
RAVEL_API index_set outliers_of(const reader<double>& values, fence_factor factor, quantile_rule rule, nan_policy policy);

}  // namespace detail

// The median of the distances from the median.
template <detail::number_reader R, detail::among<deviation_scale, nan_policy>... Options>
[[nodiscard]] double median_absolute_deviation(const R& r, Options... options) {
  detail::check_not_empty(r, "median_absolute_deviation");
  return detail::median_deviation(detail::borrowed_in_doubles(r), detail::option_or(deviation_scale{}, options...),
                                  detail::option_or(nan_policy::keep, options...));
}

// The positions of elements further below the first quartile or above the third than fence_factor{1.5} times the distance of the quartiles.
// NaN is not among them, and is left out of the quartiles unless the policy refuses it.
template <detail::number_reader R, detail::among<fence_factor, quantile_rule, nan_policy>... Options>
index_set arg_outliers(const R& r, Options... options) {
  detail::check_not_empty(r, "arg_outliers");
  return detail::outliers_of(detail::borrowed_in_doubles(r), detail::option_or(fence_factor{}, options...),
                             detail::option_or(quantile_rule::linear, options...), detail::option_or(nan_policy::skip, options...));
}

RAVEL_FACES(median_absolute_deviation)  // of numbers with an order, with deviation_scale{1.5}; (t, axes, normal_deviation, keep)

template <class... Others>
void arg_outliers(detail::any_line r, Others... others) = delete;  // of numbers with an order, with fence_factor{3} and a quantile_rule

}  // namespace ravel
