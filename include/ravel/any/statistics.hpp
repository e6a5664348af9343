// SPDX-License-Identifier: BSL-1.0
// variance, norm, rank, histograms and bincount of data of run-time type, whole and along axes. variance, norm and rank call the verb on
// the typed tensor, histograms take doubles (any/verbs.hpp), and bincount integers. Complex numbers, which have no order, are a type_error
// of rank and histograms. Eager, with fresh results.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/any/verbs.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/order/rank.hpp>
#include <ravel/op/search/histogram.hpp>
#include <ravel/tensor/detail/lines.hpp>

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

namespace detail {

RAVEL_API tensor<double> rank_any(const any_data& x, const ints& axis, rank_ties ties);

template <class X>
using integers_of_t = std::conditional_t<any_handle<X>, tensor<const index_t>, X>;

}  // namespace detail

// The rank of each element within its line, from 1. Ties get their average rank by default.
template <detail::among<rank_ties>... Options>
[[nodiscard]] tensor<double> rank(const detail::any_data& x, const ints& axis, Options... options) {
  return detail::rank_any(x, axis, detail::option_or(rank_ties::average, options...));
}
template <detail::among<rank_ties>... Options>
[[nodiscard]] tensor<double> rank(const detail::any_data& x, Options... options) {
  return rank(x, detail::only_axis("rank", x.values.shape()), options...);
}

// Each coordinate has a rule or edges. They may be a list in braces.
template <detail::any_handle X, detail::among<nan_policy>... Options>
[[nodiscard]] auto histogram_nd(const X& points, const std::vector<bin_rule>& rules, const Options&... options) {
  return histogram_nd(detail::elements_as_doubles("histogram_nd", points), rules, options...);
}
template <detail::any_handle X, detail::among<nan_policy>... Options>
[[nodiscard]] auto histogram_nd(const X& points, const std::vector<buffer<double>>& edges, const Options&... options) {
  return histogram_nd(detail::elements_as_doubles("histogram_nd", points), edges, options...);
}

// Takes integers or bools. Data with a type may have weights of run-time type.
template <class X, class... Args>
  requires(detail::any_handle_among<X, Args...> &&
           requires(const detail::integers_of_t<X>& x, const detail::doubles_of_t<Args>&... args) { bincount(x, args...); })
[[nodiscard]] auto bincount(const X& x, const Args&... args) {
  return bincount(detail::converted<&detail::integers_of>("bincount", x), detail::doubles_of("bincount", args)...);
}

}  // namespace ravel
