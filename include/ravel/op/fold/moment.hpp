// SPDX-License-Identifier: BSL-1.0
// moment(x, k): the mean of powers of any order, of the elements, of their distances from the mean, or of those in units of the standard
// deviation. Two passes in double precision. NaN goes through unless a policy says otherwise. Safe to call from any thread.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/fold/moments.hpp>

namespace ravel {

// central: about the mean. raw: about 0. standardised: central, divided by the standard deviation to the power of the order.
enum class moment_kind : unsigned char { central, raw, standardised };

namespace detail {

RAVEL_API double moment_of(const reader<double>& values, index_t order, moment_kind kind, nan_policy policy);

}  // namespace detail

template <detail::number_reader R, detail::among<moment_kind, nan_policy>... Options>
[[nodiscard]] double moment(const R& r, index_arg order, Options... options) {
  detail::check_not_empty(r, "moment");
  return detail::moment_of(detail::borrowed_in_doubles(r), order, detail::option_or(moment_kind::central, options...),
                           detail::option_or(nan_policy::keep, options...));
}

RAVEL_FACES(moment)  // of numbers with an order: moment(x, 3), with a moment_kind, nan_policy::skip; moment(t, 3, axes, keep)

}  // namespace ravel
