// SPDX-License-Identifier: BSL-1.0
// quantile, median, quartiles, rank and histogram of data whose type is known at run time: eager, each what the operation on the tensor
// with its type gives. Results are doubles whatever the type; complex numbers, which have no order, are a type_error.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/op/order/rank.hpp>
#include <ravel/op/search/histogram.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/tensor/detail/lines.hpp>

namespace ravel {

namespace detail {

RAVEL_API void quantiles_any(const char* operation, const any_data& x, std::span<const double> q, double* out, quantile_rule rule,
                             nan_policy policy);
RAVEL_API tensor<double> quantile_any(const char* operation, const any_data& x, double q, const ints& axes, bool kept, quantile_rule rule,
                                      nan_policy policy);
RAVEL_API tensor<double> quantiles_any(const any_data& x, std::span<const double> q, const ints& axis, quantile_rule rule,
                                       nan_policy policy);
RAVEL_API tensor<double> rank_any(const any_data& x, const ints& axis, rank_ties ties);
RAVEL_API quartile_values quartiles_any(const any_data& x, quantile_rule rule, nan_policy policy);
RAVEL_API histogram_counts histogram_any(const any_data& x, index_t count, const bin_rule* rule, const between* within, nan_policy policy);

}  // namespace detail

// What stands at a share q of the way, as of tensors: whole, along axes, or several along one axis, which becomes the one of the shares.
template <std::floating_point Q, detail::among<quantile_rule, nan_policy>... Options>
[[nodiscard]] double quantile(const detail::any_data& x, Q q, Options... options) {
  const auto share = static_cast<double>(q);
  double found = 0;
  detail::quantiles_any("quantile", x, {&share, 1}, &found, detail::option_or(quantile_rule::linear, options...),
                        detail::option_or(nan_policy::keep, options...));
  return found;
}
template <std::floating_point Q, detail::among<keep_t, quantile_rule, nan_policy>... Options>
tensor<double> quantile(const detail::any_data& x, Q q, const ints& axes, Options... options) {
  return detail::quantile_any("quantile", x, static_cast<double>(q), axes, detail::is_given<keep_t, Options...>,
                              detail::option_or(quantile_rule::linear, options...), detail::option_or(nan_policy::keep, options...));
}
template <detail::among<quantile_rule, nan_policy>... Options>
buffer<double> quantile(const detail::any_data& x, std::initializer_list<double> q, Options... options) {
  const buffer<double> found = make_buffer<double>(static_cast<index_t>(q.size()));
  detail::quantiles_any("quantile", x, {q.begin(), q.size()}, found.data(), detail::option_or(quantile_rule::linear, options...),
                        detail::option_or(nan_policy::keep, options...));
  return found;
}
template <detail::among<quantile_rule, nan_policy>... Options>
tensor<double> quantile(const detail::any_data& x, std::initializer_list<double> q, const ints& axis, Options... options) {
  return detail::quantiles_any(x, {q.begin(), q.size()}, axis, detail::option_or(quantile_rule::linear, options...),
                               detail::option_or(nan_policy::keep, options...));
}

template <detail::among<quantile_rule, nan_policy>... Options>
[[nodiscard]] double median(const detail::any_data& x, Options... options) {
  static constexpr double half = 0.5;
  double found = 0;
  detail::quantiles_any("median", x, {&half, 1}, &found, detail::option_or(quantile_rule::linear, options...),
                        detail::option_or(nan_policy::keep, options...));
  return found;
}
template <detail::among<keep_t, quantile_rule, nan_policy>... Options>
tensor<double> median(const detail::any_data& x, const ints& axes, Options... options) {
  return detail::quantile_any("median", x, 0.5, axes, detail::is_given<keep_t, Options...>,
                              detail::option_or(quantile_rule::linear, options...), detail::option_or(nan_policy::keep, options...));
}

template <detail::among<quantile_rule, nan_policy>... Options>
quartile_values quartiles(const detail::any_data& x, Options... options) {
  return detail::quartiles_any(x, detail::option_or(quantile_rule::linear, options...), detail::option_or(nan_policy::keep, options...));
}

// Of each element in the order of its line, from 1; ties by their average unless told otherwise.
template <detail::among<rank_ties>... Options>
[[nodiscard]] tensor<double> rank(const detail::any_data& x, const ints& axis, Options... options) {
  return detail::rank_any(x, axis, detail::option_or(rank_ties::average, options...));
}
template <detail::among<rank_ties>... Options>
[[nodiscard]] tensor<double> rank(const detail::any_data& x, Options... options) {
  return rank(x, detail::only_axis("rank", x.values.shape()), options...);
}

// Of all elements: with bins{20} or a bin_rule, between{low, high} and a nan_policy.
template <detail::among<bins, bin_rule, between, nan_policy>... Options>
histogram_counts histogram(const detail::any_data& x, Options... options) {
  static_assert(!(detail::is_given<bins, Options...> && detail::is_given<bin_rule, Options...>), "the number of bins is given twice");
  const between within = detail::option_or(between{}, options...);
  const bin_rule rule = detail::option_or(bin_rule::automatic, options...);
  return detail::histogram_any(x, detail::option_or(bins{}, options...).value, detail::is_given<bin_rule, Options...> ? &rule : nullptr,
                               detail::is_given<between, Options...> ? &within : nullptr, detail::option_or(nan_policy::keep, options...));
}

}  // namespace ravel
