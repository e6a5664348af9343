// SPDX-License-Identifier: BSL-1.0
// least_squares(X, y): the coefficients of columns of X that come nearest to y, with their standard errors, by Householder reflections.
// Eager; X is copied once, in double precision. What the columns do not determine is an error, not a guess.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/fold/moments.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel {

// Is there a constant beside the columns? It is then the first of the coefficients.
enum class intercept : unsigned char { fitted, none };

struct [[nodiscard]] linear_model {
  buffer<double> coefficients;
  buffer<double> standard_errors;  // NaN where there are no more rows than coefficients
  double r_squared;                // about the mean of y, or about 0 without an intercept
  double residual_sum;             // of the squares of what the model leaves
  index_t freedom;                 // rows less coefficients
};

namespace detail {

// Column after column.
RAVEL_API linear_model solve_least_squares(const buffer<double>& columns, const buffer<double>& y, const shape& of, intercept how,
                                           nan_policy policy);
RAVEL_API void require_matrix(const char* operation, const shape& of);

}  // namespace detail

// Rows are observations, columns variables. A column that is a combination of those before it (and of the intercept), as far as rounding
// can tell, is a value_error that names it. NaN in any row goes through to all results, unless nan_policy::skip leaves that row out.
template <detail::shaped_reader X, detail::number_reader Y, detail::among<intercept, nan_policy>... Options>
  requires detail::number_reader<X>
linear_model least_squares(const X& x, const Y& y, Options... options) {
  detail::require_matrix("least_squares", x.shape());
  return detail::solve_least_squares(detail::clone_as_doubles(transpose(x)), detail::clone_as_doubles(y), x.shape(),
                                     detail::option_or(intercept::fitted, options...), detail::option_or(nan_policy::keep, options...));
}

RAVEL_FACES(least_squares)  // of a matrix of numbers and as many numbers as it has rows, with intercept::none, nan_policy::skip

}  // namespace ravel
