// SPDX-License-Identifier: BSL-1.0
// Fits straight lines to pairs of numbers: linear_regression by least squares, theil_sen by the median of slopes, which is robust against
// outliers. least_squares fits the columns of a matrix, of which it copies the elements once. In double precision; results are plain
// values. NaN goes through unless a policy says otherwise.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/detail/pairs.hpp>
#include <ravel/op/fold/moments.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel {

// y = intercept + slope * x, with the standard errors of both, which are NaN for two pairs.
struct [[nodiscard]] line_fit {
  index_t count;
  double slope;
  double intercept;
  double slope_error;
  double intercept_error;
  double r_squared;  // the share of the variance of y that the line explains; NaN if y does not vary
  double operator()(double x) const { return intercept + detail::lone_product(slope, x); }
};

// The result of theil_sen: y = intercept + slope * x.
struct [[nodiscard]] median_line {
  double slope;
  double intercept;
  double operator()(double x) const { return intercept + detail::lone_product(slope, x); }
};

namespace detail {

// Throws if there are fewer than two pairs, or if all are at one place.
RAVEL_API line_fit fitted_line(const comoments& of);
RAVEL_API line_fit fit_line(const reader<double>& x, const reader<double>& y, nan_policy policy);
RAVEL_API median_line fit_median_line(const reader<double>& x, const reader<double>& y, nan_policy policy);

}  // namespace detail

// The least-squares line through pairs of numbers. One pass. If all places are equal, it is a value_error.
template <detail::number_reader X, detail::number_reader Y, detail::among<nan_policy>... Options>
line_fit linear_regression(const X& x, const Y& y, Options... options) {
  detail::check_one_shape("linear_regression", x, y);
  return detail::fit_line(detail::borrowed_in_doubles(x), detail::borrowed_in_doubles(y), detail::option_or(nan_policy::keep, options...));
}

// The slope is the median of the slopes between all pairs at different places; the intercept is the median of y minus slope times the
// median of x. For more than 1,000 pairs, which must be within 1e150, the time is n log n, and slopes that differ only by rounding may be
// swapped.
template <detail::number_reader X, detail::number_reader Y, detail::among<nan_policy>... Options>
median_line theil_sen(const X& x, const Y& y, Options... options) {
  detail::check_one_shape("theil_sen", x, y);
  return detail::fit_median_line(detail::borrowed_in_doubles(x), detail::borrowed_in_doubles(y),
                                 detail::option_or(nan_policy::keep, options...));
}

RAVEL_FACES(linear_regression)  // of numbers, with nan_policy::skip: linear_regression(x, y), linear_regression(x, y, axes, keep)
RAVEL_FACES(theil_sen)          // of numbers, with nan_policy::skip: theil_sen(x, y), theil_sen(x, y, axes, keep)

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
template <detail::real_tensor X, detail::number_reader Y, detail::among<intercept, nan_policy>... Options>
linear_model least_squares(const X& x, const Y& y, Options... options) {
  detail::require_matrix("least_squares", x.shape());
  return detail::solve_least_squares(detail::clone_as_doubles(transpose(x)), detail::clone_as_doubles(y), x.shape(),
                                     detail::option_or(intercept::fitted, options...), detail::option_or(nan_policy::keep, options...));
}

RAVEL_FACES(least_squares)  // of a matrix of numbers and as many numbers as it has rows, with intercept::none, nan_policy::skip

}  // namespace ravel
