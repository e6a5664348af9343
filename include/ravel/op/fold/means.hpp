// SPDX-License-Identifier: BSL-1.0
// Means of other kinds than the arithmetic one, and all of them with weights. In double precision; each owns nothing and reads what it is
// given once or twice. NaN goes through unless a policy says otherwise.
#pragma once

#include <ravel/op/fold/sum.hpp>
#include <ravel/op/fold/weights.hpp>

namespace ravel {

namespace detail {

// Without weights where there are none.
RAVEL_API double weighted_mean(const char* operation, const reader<double>& values, const weights* given, nan_policy policy);
RAVEL_API double geometric_mean_of(const reader<double>& values, const weights* given, nan_policy policy);
RAVEL_API double harmonic_mean_of(const reader<double>& values, const weights* given, nan_policy policy);

template <class R, class... Options>
const weights* weights_or_none([[maybe_unused]] const char* operation, [[maybe_unused]] const R& r,
                               [[maybe_unused]] const Options&... options) {
  if constexpr (is_given<weights, Options...>) {
    const weights& given = given_option<weights>(options...);
    check_shape_of_weights(operation, given, r);
    return &given;
  } else {
    return nullptr;
  }
}

}  // namespace detail

// The sum of w * x, divided by the sum of w.
template <detail::number_reader R, detail::among<weights, nan_policy>... Options>
  requires detail::is_given<weights, Options...>
[[nodiscard]] double mean(const R& r, Options... options) {
  detail::check_not_empty(r, "mean");
  return detail::weighted_mean("mean", detail::look_in_doubles(r), detail::weights_or_none("mean", r, options...),
                               detail::option_or(nan_policy::keep, options...));
}

// The root of order n of the product of n elements, by logarithms; 0 where one is 0. One that is negative is a value_error.
template <detail::number_reader R, detail::among<weights, nan_policy>... Options>
[[nodiscard]] double geometric_mean(const R& r, Options... options) {
  detail::check_not_empty(r, "geometric_mean");
  return detail::geometric_mean_of(detail::look_in_doubles(r), detail::weights_or_none("geometric_mean", r, options...),
                                   detail::option_or(nan_policy::keep, options...));
}

// The reciprocal of the mean of the reciprocals; 0 where an element is 0. One that is negative is a value_error.
template <detail::number_reader R, detail::among<weights, nan_policy>... Options>
[[nodiscard]] double harmonic_mean(const R& r, Options... options) {
  detail::check_not_empty(r, "harmonic_mean");
  return detail::harmonic_mean_of(detail::look_in_doubles(r), detail::weights_or_none("harmonic_mean", r, options...),
                                  detail::option_or(nan_policy::keep, options...));
}

template <class... Others>
void geometric_mean(detail::any_line r, Others... others) = delete;  // of numbers with an order, with weights{w} and nan_policy::skip
template <class... Others>
void harmonic_mean(detail::any_line r, Others... others) = delete;  // of numbers with an order, with weights{w} and nan_policy::skip

}  // namespace ravel
