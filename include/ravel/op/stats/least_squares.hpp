// SPDX-License-Identifier: BSL-1.0
// least_squares(X, y): the coefficients of the columns of X that best fit y, with their standard errors, by Householder reflections. Eager;
// copies X once, in double precision. If the columns do not determine a coefficient, it is an error.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/fold/moments.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel {

// Whether a constant is fitted besides the columns. It is then the first coefficient.
enum class intercept : unsigned char { fitted, none };

// The result of least_squares. The coefficient of the constant, if it is fitted, comes first.
struct [[nodiscard]] linear_model {
  buffer<double> coefficients;
  buffer<double> standard_errors;  // NaN if there are no more rows than coefficients
  double r_squared;                // about the mean of y, or about 0 without an intercept
  double residual_sum;             // the sum of squared residuals
  index_t freedom;                 // rows minus coefficients
};

namespace detail {

// The columns are stored one after the other.
RAVEL_API linear_model solve_least_squares(const buffer<double>& columns, const buffer<double>& y, const shape& of, intercept how,
                                           nan_policy policy);
RAVEL_API void require_matrix(const char* operation, const shape& of);

}  // namespace detail

// Rows are observations, columns variables. A column that is a combination of those before it (and of the intercept), up to rounding, is a
// value_error that names it. A NaN in any row reaches all results, unless nan_policy::skip leaves out that row.
template <detail::shaped_reader X, detail::number_reader Y, detail::among<intercept, nan_policy>... Options>
  requires detail::number_reader<X>
linear_model least_squares(const X& x, const Y& y, Options... options) {
  detail::require_matrix("least_squares", x.shape());
  return detail::solve_least_squares(detail::clone_as_doubles(transpose(x)), detail::clone_as_doubles(y), x.shape(),
                                     detail::option_or(intercept::fitted, options...), detail::option_or(nan_policy::keep, options...));
}

RAVEL_FACES(least_squares)  // of a matrix of numbers and as many numbers as it has rows, with intercept::none, nan_policy::skip

}  // namespace ravel
