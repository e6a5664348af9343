// SPDX-License-Identifier: BSL-1.0
// when_empty{v} behind what is asked of lines along axes: mean(t, 0, nan_policy::skip, when_empty{0}) puts 0 where a line has nothing left.
// Each line is worked on by itself. Eager, with fresh results.
#pragma once

#include <ravel/op/fold/arg_axes.hpp>
#include <ravel/op/fold/statistics_when_empty.hpp>
#include <ravel/op/stats/statistics_axes.hpp>

namespace ravel {

#define RAVEL_TOLD_OF_LINES(name, takes, ...)                                                                   \
  template <detail::takes X, detail::told_among<keep_t __VA_OPT__(, ) __VA_ARGS__>... Options>                  \
    requires detail::told_when_empty<Options...>                                                                \
  [[nodiscard]] auto name(const X& t, const ints& axes, Options... options) {                                   \
    return detail::reduced_by(                                                                                  \
        t, axes, [](const auto& line, const auto&... rest) { return ravel::name(line, rest...); }, options...); \
  }

RAVEL_TOLD_OF_LINES(sum, element_tensor, nan_policy)
RAVEL_TOLD_OF_LINES(product, element_tensor, nan_policy)
RAVEL_TOLD_OF_LINES(mean, element_tensor, weights, nan_policy)
RAVEL_TOLD_OF_LINES(min, comparable_tensor, nan_policy)
RAVEL_TOLD_OF_LINES(max, comparable_tensor, nan_policy)
RAVEL_TOLD_OF_LINES(variance, element_tensor, ddof, nan_policy)
RAVEL_TOLD_OF_LINES(standard_deviation, element_tensor, ddof, nan_policy)
RAVEL_TOLD_OF_LINES(var, element_tensor, ddof, nan_policy)
RAVEL_TOLD_OF_LINES(std, element_tensor, ddof, nan_policy)
RAVEL_TOLD_OF_LINES(skew, real_tensor, elements_are, nan_policy)
RAVEL_TOLD_OF_LINES(kurtosis, real_tensor, elements_are, nan_policy)
RAVEL_TOLD_OF_LINES(descriptive_statistics, real_tensor, ddof, elements_are, nan_policy)
RAVEL_TOLD_OF_LINES(median, real_tensor, quantile_rule, weights, nan_policy)
RAVEL_TOLD_OF_LINES(quartiles, real_tensor, quantile_rule, weights, nan_policy)
RAVEL_TOLD_OF_LINES(geometric_mean, real_tensor, weights, nan_policy)
RAVEL_TOLD_OF_LINES(harmonic_mean, real_tensor, weights, nan_policy)
RAVEL_TOLD_OF_LINES(median_absolute_deviation, real_tensor, deviation_scale, nan_policy)
RAVEL_TOLD_OF_LINES(most_common, countable_tensor)
#undef RAVEL_TOLD_OF_LINES

#define RAVEL_TOLD_PLACE(name)                                                                                                        \
  template <detail::comparable_tensor X, detail::told_among<keep_t, nan_policy>... Options>                                           \
    requires detail::told_when_empty<Options...>                                                                                      \
  [[nodiscard]] tensor<index_t> name(const X& t, const ints& axis, Options... options) {                                              \
    return detail::reduced_by(                                                                                                        \
        t, detail::one_axis(#name, axis, t.rank()), [](const auto& line, const auto&... rest) { return ravel::name(line, rest...); }, \
        options...);                                                                                                                  \
  }
RAVEL_TOLD_PLACE(argmin)
RAVEL_TOLD_PLACE(argmax)
RAVEL_TOLD_PLACE(argmin_last)
RAVEL_TOLD_PLACE(argmax_last)
#undef RAVEL_TOLD_PLACE

template <detail::real_tensor X, detail::told_among<keep_t, moment_kind, nan_policy>... Options>
  requires detail::told_when_empty<Options...>
[[nodiscard]] auto moment(const X& t, index_arg order, const ints& axes, Options... options) {
  return detail::reduced_by(
      t, axes, [&](const auto& line, const auto&... rest) { return ravel::moment(line, order, rest...); }, options...);
}

template <detail::real_tensor X, std::floating_point Q, detail::told_among<keep_t, quantile_rule, weights, nan_policy>... Options>
  requires detail::told_when_empty<Options...>
[[nodiscard]] auto quantile(const X& t, Q q, const ints& axes, Options... options) {
  const auto share = static_cast<double>(q);
  detail::check_quantiles(std::span(&share, 1));
  return detail::reduced_by(
      t, axes, [&](const auto& line, const auto&... rest) { return ravel::quantile(line, q, rest...); }, options...);
}
template <detail::real_tensor X, detail::number_reader Q, detail::told_among<quantile_rule, weights, nan_policy>... Options>
  requires detail::told_when_empty<Options...>
[[nodiscard]] tensor<double> quantile(const X& t, const Q& q, const ints& axes, Options... options) {
  const buffer<double> wanted = detail::clone_as_doubles(q);
  detail::check_quantiles(wanted.span());
  const auto of_line = [&](const auto& line) { return ravel::quantile(line, wanted, options...); };
  return detail::described_lines(t, detail::one_axis("quantile", axes, t.rank()), of_line, [&](index_t) { return wanted.size(); });
}
template <detail::real_tensor X, detail::told_among<quantile_rule, weights, nan_policy>... Options>
  requires detail::told_when_empty<Options...>
[[nodiscard]] tensor<double> quantile(const X& t, std::initializer_list<double> q, const ints& axes, Options... options) {
  return quantile(t, buffer<double>(q), axes, options...);
}

template <detail::shaped_reader X, detail::reduces<X> Reducer, detail::told_among<keep_t, nan_policy>... Options>
  requires detail::told_when_empty<Options...>
[[nodiscard]] auto reduce_with(const X& t, const Reducer& reducer, const ints& axes, Options... options) {
  return detail::reduced_each_by(
      t, axes, [&](const auto& line, const auto&... rest) { return ravel::reduce_with(line, reducer, rest...); }, options...);
}

#define RAVEL_TOLD_OF_LINE_PAIRS(name, ...)                                                                                    \
  template <class A, class B, detail::told_among<keep_t, __VA_ARGS__>... Options>                                              \
    requires(detail::number_tensors<A, B> && detail::told_when_empty<Options...>)                                              \
  [[nodiscard]] auto name(const A& a, const B& b, const ints& axes, Options... options) {                                      \
    return detail::reduced_pairs(                                                                                              \
        a, b, axes, [](const auto& x, const auto& y, const auto&... rest) { return ravel::name(x, y, rest...); }, options...); \
  }

RAVEL_TOLD_OF_LINE_PAIRS(covariance, ddof, nan_policy)
RAVEL_TOLD_OF_LINE_PAIRS(correlation, correlation_kind, nan_policy)
RAVEL_TOLD_OF_LINE_PAIRS(linear_regression, nan_policy)
RAVEL_TOLD_OF_LINE_PAIRS(theil_sen, nan_policy)
#undef RAVEL_TOLD_OF_LINE_PAIRS

}  // namespace ravel
