// SPDX-License-Identifier: BSL-1.0
// trimmed_mean(x, share): the mean without a share of the least and an equal share of the greatest elements, in double precision. NaN goes
// through unless a policy says otherwise. Holds nothing; threads share lines.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/fold/moments.hpp>

namespace ravel {

namespace detail {

RAVEL_API double trimmed_mean_of(const reader<double>& values, double share, nan_policy policy);

}  // namespace detail

// Leaves out floor(share n) of n elements at each end. share is at least 0 and less than a half.
template <detail::number_reader R, detail::among<nan_policy>... Options>
[[nodiscard]] double trimmed_mean(const R& r, double share, Options... options) {
  detail::check_not_empty(r, "trimmed_mean");
  return detail::trimmed_mean_of(detail::borrowed_in_doubles(r), share, detail::option_or(nan_policy::keep, options...));
}

RAVEL_FACES(trimmed_mean)  // of numbers: trimmed_mean(x, 0.1, axes, nan_policy::skip, keep)

}  // namespace ravel
