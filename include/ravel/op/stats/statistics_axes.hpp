// SPDX-License-Identifier: BSL-1.0
// Means with weights and of other kinds, moments of any order, deviations from the median and straight lines, along axes. Each is the
// one-dimensional operation on that line; a weight belongs to a place in the line. Eager, with fresh results.
#pragma once

#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/moment.hpp>
#include <ravel/op/stats/outliers.hpp>
#include <ravel/op/stats/regression.hpp>
#include <ravel/op/stats/variance.hpp>

namespace ravel {

#define RAVEL_OF_LINES(name, ...)                                                                        \
  template <detail::real_tensor X, detail::among<keep_t, __VA_ARGS__>... Options>                        \
  [[nodiscard]] auto name(const X& t, const ints& axes, Options... options) {                            \
    return detail::reduced_by(                                                                           \
        t, axes, [](const auto& line, auto... rest) { return ravel::name(line, rest...); }, options...); \
  }

RAVEL_OF_LINES(geometric_mean, weights, nan_policy)
RAVEL_OF_LINES(harmonic_mean, weights, nan_policy)
RAVEL_OF_LINES(median_absolute_deviation, deviation_scale, nan_policy)
#undef RAVEL_OF_LINES

template <detail::real_tensor X, detail::among<keep_t, weights, nan_policy>... Options>
  requires detail::is_given<weights, Options...>
[[nodiscard]] auto mean(const X& t, const ints& axes, Options... options) {
  return detail::reduced_by(
      t, axes, [](const auto& line, auto... rest) { return ravel::mean(line, rest...); }, options...);
}

template <detail::real_tensor X, detail::among<keep_t, moment_kind, nan_policy>... Options>
[[nodiscard]] auto moment(const X& t, index_arg order, const ints& axes, Options... options) {
  return detail::reduced_by(
      t, axes, [&](const auto& line, auto... rest) { return ravel::moment(line, order, rest...); }, options...);
}

// Of the lines of two tensors, of which one may stretch to the shape of the other.
template <class X, class Y, detail::among<keep_t, nan_policy>... Options>
  requires detail::number_tensors<X, Y>
tensor<line_fit> linear_regression(const X& x, const Y& y, const ints& axes, Options... options) {
  return detail::reduced_pairs(
      x, y, axes, [](const auto& a, const auto& b, auto... rest) { return ravel::linear_regression(a, b, rest...); }, options...);
}
template <class X, class Y, detail::among<keep_t, nan_policy>... Options>
  requires detail::number_tensors<X, Y>
tensor<median_line> theil_sen(const X& x, const Y& y, const ints& axes, Options... options) {
  return detail::reduced_pairs(
      x, y, axes, [](const auto& a, const auto& b, auto... rest) { return ravel::theil_sen(a, b, rest...); }, options...);
}

}  // namespace ravel
