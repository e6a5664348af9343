// SPDX-License-Identifier: BSL-1.0
// variance and norm of data of run-time type, whole and along axes: each calls the verb on the typed tensor, with its options in any order.
// Eager, with fresh results.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/loop/options.hpp>

namespace ravel {

namespace detail {

RAVEL_API any_scalar variance_any(const any_data& x, ddof less, nan_policy policy);
RAVEL_API any_tensor variance_any(const any_data& x, const ints& axes, bool kept, ddof less, nan_policy policy);
RAVEL_API any_scalar standard_deviation_any(const any_data& x, ddof less, nan_policy policy);
RAVEL_API any_tensor standard_deviation_any(const any_data& x, const ints& axes, bool kept, ddof less, nan_policy policy);
RAVEL_API any_scalar norm_any(const any_data& x);
RAVEL_API any_tensor norm_any(const any_data& x, const ints& axes, bool kept);

}  // namespace detail

// Divides by n - ddof.
#define RAVEL_ANY_SPREAD(name, does)                                                                                \
  template <detail::among<ddof, nan_policy>... Options>                                                             \
  [[nodiscard]] any_scalar name(const detail::any_data& x, Options... options) {                                    \
    return detail::does(x, detail::option_or(ddof{}, options...), detail::option_or(nan_policy::keep, options...)); \
  }                                                                                                                 \
  template <detail::among<keep_t, ddof, nan_policy>... Options>                                                     \
  [[nodiscard]] any_tensor name(const detail::any_data& x, const ints& axes, Options... options) {                  \
    return detail::does(x, axes, detail::is_given<keep_t, Options...>, detail::option_or(ddof{}, options...),       \
                        detail::option_or(nan_policy::keep, options...));                                           \
  }
RAVEL_ANY_SPREAD(variance, variance_any)
RAVEL_ANY_SPREAD(standard_deviation, standard_deviation_any)
RAVEL_ANY_SPREAD(var, variance_any)
RAVEL_ANY_SPREAD(std, standard_deviation_any)
#undef RAVEL_ANY_SPREAD

// The Euclidean length.
inline any_scalar norm(const detail::any_data& x) { return detail::norm_any(x); }
template <detail::among<keep_t>... Options>
any_tensor norm(const detail::any_data& x, const ints& axes, Options...) {
  return detail::norm_any(x, axes, detail::is_given<keep_t, Options...>);
}

}  // namespace ravel
