// SPDX-License-Identifier: BSL-1.0
// covariance_matrix and correlation_matrix: every variable of a matrix with every other, by one matrix product of the centred variables.
// Eager, in double precision, with a fresh symmetric result. NaN and infinity reach every pair with their variable, unless nan_policy::skip
// leaves out observations with NaN.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel {

namespace detail {

// Centres the rows in place.
RAVEL_API tensor<double> covariances(const char* operation, const tensor<double>& rows, ddof less);
RAVEL_API tensor<double> correlations(const tensor<double>& rows);
// The axis of observations of a matrix.
RAVEL_API index_t axis_of_matrix(const char* operation, index_t axis, const shape& of);

// A fresh matrix whose rows are variables, from a matrix that may be transposed.
RAVEL_API tensor<double> rows_under_policy(const char* operation, const buffer<double>& rows, const shape& of, bool turned,
                                           nan_policy policy);

template <class X>
tensor<double> rows_along(const char* operation, const X& t, index_t axis, nan_policy policy) {
  const bool turned = axis_of_matrix(operation, axis, t.shape()) == 0;
  return rows_under_policy(operation, turned ? clone_as_doubles(transpose(t)) : clone_as_doubles(t), t.shape(), turned, policy);
}

}  // namespace detail

// Observations lie along the axis, by default the last: each row is a variable. The sums are divided by n, or by n - 1 with ddof{1}.
template <detail::real_tensor X, detail::among<ddof, nan_policy>... Options>
tensor<double> covariance_matrix(const X& t, index_arg axis, Options... options) {
  const nan_policy policy = detail::option_or(nan_policy::keep, options...);
  return detail::covariances("covariance_matrix", detail::rows_along("covariance_matrix", t, axis, policy),
                             detail::option_or(ddof{}, options...));
}
template <detail::real_tensor X, detail::among<ddof, nan_policy>... Options>
tensor<double> covariance_matrix(const X& t, Options... options) {
  return covariance_matrix(t, -1, options...);
}

// Pearson's correlation; NaN if a variable does not vary.
template <detail::real_tensor X, detail::among<nan_policy>... Options>
tensor<double> correlation_matrix(const X& t, index_arg axis, Options... options) {
  return detail::correlations(detail::rows_along("correlation_matrix", t, axis, detail::option_or(nan_policy::keep, options...)));
}
template <detail::real_tensor X, detail::among<nan_policy>... Options>
tensor<double> correlation_matrix(const X& t, Options... options) {
  return correlation_matrix(t, -1, options...);
}

RAVEL_FACES(covariance_matrix)   // of a matrix of numbers: covariance_matrix(t, axis, ddof{1}, nan_policy::skip)
RAVEL_FACES(correlation_matrix)  // of a matrix of numbers: correlation_matrix(t, axis, nan_policy::skip)

}  // namespace ravel
