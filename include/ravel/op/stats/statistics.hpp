// SPDX-License-Identifier: BSL-1.0
// variance and similar statistics, descriptive_statistics, covariance, correlation and trimmed_mean, of all elements and along axes. One
// pass each, in double precision, over the entries of sparse readers. Rank correlations and trimmed_mean sort first. covariance_matrix and
// correlation_matrix take every variable of a matrix with every other, by one matrix product of the centred variables. NaN goes through
// unless a policy says otherwise. Eager, with fresh results.
#pragma once

#include <ravel/lazy/functions.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/detail/pairs.hpp>
#include <ravel/op/fold/moments.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel {

namespace detail {

// float for elements in single precision, as for their mean.
template <class T>
using spread_t = std::conditional_t<std::same_as<real_of_t<T>, float>, float, double>;

struct spread_reducer : moment_gatherer<2> {
  static moments finish(const moments& state) { return state; }
};
template <>
struct gatherer_of<spread_reducer> : std::type_identity<moment_gatherer<2>> {};

// The moments for a spread. The distance of complex numbers is a length, so both parts add up.
template <class R>
moments spread_moments(const char* operation, nan_policy policy, const R& r) {
  check_not_empty(r, operation);
  if constexpr (complex_element<read_t<R>>) {
    const comoments m = reduce_under(operation, policy, reducer::comoments, real(borrowed_handle(r)), imag(borrowed_handle(r)));
    return {.count = m.count, .second = m.second_a + m.second_b};
  } else {
    return reduce_under(operation, policy, spread_reducer{}, r);
  }
}

}  // namespace detail

// The mean of the squared distances from the mean, and its root.
template <detail::element_reader R, detail::among<ddof, nan_policy>... Options>
[[nodiscard]] auto variance(const R& r, Options... options) {
  const moments m = detail::spread_moments("variance", detail::option_or(nan_policy::keep, options...), r);
  return static_cast<detail::spread_t<detail::read_t<R>>>(m.variance(detail::option_or(ddof{}, options...)));
}
template <detail::element_reader R, detail::among<ddof, nan_policy>... Options>
[[nodiscard]] auto standard_deviation(const R& r, Options... options) {
  const moments m = detail::spread_moments("standard_deviation", detail::option_or(nan_policy::keep, options...), r);
  return static_cast<detail::spread_t<detail::read_t<R>>>(m.standard_deviation(detail::option_or(ddof{}, options...)));
}

// Short names of variance and standard_deviation.
template <detail::element_reader R, detail::among<ddof, nan_policy>... Options>
[[nodiscard]] auto var(const R& r, Options... options) {
  return variance(r, options...);
}
template <detail::element_reader R, detail::among<ddof, nan_policy>... Options>
[[nodiscard]] auto std(const R& r, Options... options) {
  return standard_deviation(r, options...);
}

// The third standardised moment: how far the elements lie to one side. elements_are::sample corrects for the size.
template <detail::number_reader R, detail::among<elements_are, nan_policy>... Options>
[[nodiscard]] double skew(const R& r, Options... options) {
  detail::check_not_empty(r, "skew");
  return detail::reduce_under("skew", detail::option_or(nan_policy::keep, options...),
                              reducer::skew(detail::option_or(elements_are::population, options...)), r);
}
// The fourth standardised moment minus 3: how heavy the tails are. elements_are::sample corrects for the size.
template <detail::number_reader R, detail::among<elements_are, nan_policy>... Options>
[[nodiscard]] double kurtosis(const R& r, Options... options) {
  detail::check_not_empty(r, "kurtosis");
  return detail::reduce_under("kurtosis", detail::option_or(nan_policy::keep, options...),
                              reducer::kurtosis(detail::option_or(elements_are::population, options...)), r);
}

// The result of descriptive_statistics. quartiles() orders the elements; the other members do not.
struct [[nodiscard]] statistic_values {
  index_t count;
  double min;
  double max;
  double sum;
  double mean;
  double variance;
  double standard_deviation;
  double skew;
  double kurtosis;
};

namespace detail {

template <class T>
statistic_values described(const node<T>& elements, ddof less, elements_are what, nan_policy policy);  // defined in src/

}  // namespace detail

// Count, extremes, sum, mean, variance, skew and kurtosis in one pass.
template <detail::number_reader R, detail::among<ddof, elements_are, nan_policy>... Options>
statistic_values descriptive_statistics(const R& r, Options... options) {
  detail::check_not_empty(r, "descriptive_statistics");
  using T = canonical_t<detail::read_t<R>>;
  const ddof less = detail::option_or(ddof{}, options...);
  const elements_are what = detail::option_or(elements_are::population, options...);
  const nan_policy policy = detail::option_or(nan_policy::keep, options...);
  return detail::with_widened<T>(r, [&](const detail::node<T>& elements) { return detail::described(elements, less, what, policy); });
}

// The mean of the products of the distances from both means.
template <detail::number_reader A, detail::number_reader B, detail::among<ddof, nan_policy>... Options>
[[nodiscard]] double covariance(const A& a, const B& b, Options... options) {
  detail::check_none_empty("covariance", a, b);
  return detail::reduce_under("covariance", detail::option_or(nan_policy::keep, options...),
                              reducer::covariance(detail::option_or(ddof{}, options...)), a, b);
}

// pearson: of the values. spearman: of their ranks; equal values share their average rank. kendall: by the numbers of pairs of places that
// agree in order and that do not, corrected for equal values (tau-b).
enum class correlation_kind : unsigned char { pearson, spearman, kendall };

namespace detail {

RAVEL_API double rank_correlation(const node<double>& a, const node<double>& b, correlation_kind kind, nan_policy policy);

}  // namespace detail

// The correlation of pairs, from -1 to 1; NaN if one side does not vary.
template <detail::number_reader A, detail::number_reader B, detail::among<correlation_kind, nan_policy>... Options>
[[nodiscard]] double correlation(const A& a, const B& b, Options... options) {
  detail::check_none_empty("correlation", a, b);
  const nan_policy policy = detail::option_or(nan_policy::keep, options...);
  const correlation_kind kind = detail::option_or(correlation_kind::pearson, options...);
  if (kind == correlation_kind::pearson) return detail::reduce_under("correlation", policy, reducer::pearson, a, b);
  return detail::with_widened<double>(a, [&](const auto& x) {
    return detail::with_widened<double>(b, [&](const auto& y) { return detail::rank_correlation(x, y, kind, policy); });
  });
}

RAVEL_FACES(variance)                // of numbers: variance(x, ddof{1}, nan_policy::skip), variance(t, axes, ddof{1}, keep)
RAVEL_FACES(standard_deviation)      // of numbers: standard_deviation(x, ddof{1}, nan_policy::skip), (t, axes, ddof{1}, keep)
RAVEL_FACES(var)                     // of numbers: var(x, ddof{1}, nan_policy::skip), var(t, axes, ddof{1}, keep)
RAVEL_FACES(std)                     // of numbers: std(x, ddof{1}, nan_policy::skip), std(t, axes, ddof{1}, keep)
RAVEL_FACES(skew)                    // of numbers with an order: skew(x, elements_are::sample, nan_policy::skip), skew(t, axes, keep)
RAVEL_FACES(kurtosis)                // of numbers with an order: kurtosis(x, elements_are::sample), kurtosis(t, axes, keep)
RAVEL_FACES(descriptive_statistics)  // of numbers with an order, with ddof{1}, elements_are, nan_policy; then (t, axes, keep)
RAVEL_FACES(covariance)              // of numbers: covariance(a, b, ddof{1}, nan_policy::skip), covariance(a, b, axes, keep)
RAVEL_FACES(correlation)             // of numbers: correlation(a, b, correlation_kind::spearman), correlation(a, b, axes, keep)

namespace detail {

RAVEL_API double trimmed_mean_of(const reader<double>& values, double share, nan_policy policy);

}  // namespace detail

// Leaves out floor(share n) of n elements at each end. share is at least 0 and less than a half.
template <detail::number_reader R, detail::among<nan_policy>... Options>
[[nodiscard]] double trimmed_mean(const R& r, double share, Options... options) {
  detail::check_not_empty(r, "trimmed_mean");
  return detail::trimmed_mean_of(detail::borrowed_in_doubles(r), share, detail::option_or(nan_policy::keep, options...));
}

RAVEL_FACES(trimmed_mean)  // of numbers: trimmed_mean(x, 0.1, axes, nan_policy::skip, keep)

namespace detail {

// Centres the rows in place.
RAVEL_API tensor<double> covariances(const char* operation, const tensor<double>& rows, ddof less);
RAVEL_API tensor<double> correlations(const tensor<double>& rows);
// The axis of observations of a matrix.
RAVEL_API index_t axis_of_matrix(const char* operation, index_t axis, const shape& of);

// A fresh matrix whose rows are variables, from a matrix that may be transposed.
RAVEL_API tensor<double> rows_under_policy(const char* operation, const buffer<double>& rows, const shape& of, bool transposed,
                                           nan_policy policy);

template <class X>
tensor<double> rows_along(const char* operation, const X& t, index_t axis, nan_policy policy) {
  const bool transposed = axis_of_matrix(operation, axis, t.shape()) == 0;
  return rows_under_policy(operation, transposed ? clone_as_doubles(transpose(t)) : clone_as_doubles(t), t.shape(), transposed, policy);
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
