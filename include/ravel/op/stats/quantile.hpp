// SPDX-License-Identifier: BSL-1.0
// quantile, median, quartiles, median_absolute_deviation and arg_outliers, of all elements and along axes: elements by their place in
// ascending order. They are found by selection, in time proportional to the number of stored elements. NaN goes through unless a policy
// says otherwise. Eager, with fresh results along axes.
#pragma once

#include <ravel/index/index_set.hpp>
#include <ravel/lazy/ticks.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/detail/own_elements.hpp>
#include <ravel/op/fold/weights.hpp>

namespace ravel {

// The nine definitions of a quantile by Hyndman and Fan (1996), under the names of NumPy.
enum class quantile_rule : unsigned char {
  linear,                     // 7: between the two around (n - 1) q
  inverted_cdf,               // 1: the first element that has a share of q at or below it
  averaged_inverted_cdf,      // 2: the same, or the mean with the next if the share is exactly q
  closest_observation,        // 3: the element nearest to n q; of two, the even one, counted from 1
  interpolated_inverted_cdf,  // 4 to 9: between the two around n q, counted from 1, …
  hazen,                      // 5: … n q + 1/2
  weibull,                    // 6: … (n + 1) q
  median_unbiased,            // 8: … (n + 1/3) q + 1/3
  normal_unbiased             // 9: … (n + 1/4) q + 3/8
};

namespace detail {

RAVEL_API void check_quantiles(std::span<const double> q);

// The place of a quantile among n elements: at the element of a rank, or a part of the way to the next.
struct standing {
  index_t rank;
  double beyond;
};
RAVEL_API standing stand(index_t n, double q, quantile_rule rule);

// Defined in src/.
template <class T>
void select_quantiles(const char* operation, const node<T>& source, std::span<const double> q, quantile_rule rule, nan_policy policy,
                      double* out);

// For elements in ascending order: inverted_cdf is the first that has a share of q of all weight at or below it. linear interpolates
// between the middles of the weights, so that equal weights give definition 7; equal elements share their weight. Other rules are refused.
RAVEL_API void weighted_quantiles(const char* operation, const node<double>& values, const weights& given, std::span<const double> q,
                                  quantile_rule rule, nan_policy policy, double* out);

template <class R, class... Options>
void quantiles_into(const char* operation, const R& r, std::span<const double> q, double* out, const Options&... options) {
  const quantile_rule rule = option_or(quantile_rule::linear, options...);
  const nan_policy policy = option_or(nan_policy::keep, options...);
  check_quantiles(q);
  if (q.size() > 0) check_not_empty(r, operation);
  if constexpr (is_given<weights, Options...>) {
    check_shape_of_weights(operation, given_option<weights>(options...), r);
    with_widened<double>(
        r, [&](const auto& source) { weighted_quantiles(operation, source, given_option<weights>(options...), q, rule, policy, out); });
  } else {
    on_canonical(r, [&](const auto& source) {
      if constexpr (is_given<nan_policy, Options...>) {
        if (policy == nan_policy::refuse) refuse_nan_in_any(operation, source);
      }
      select_quantiles(operation, source, q, rule, policy, out);
    });
  }
}

// At several shares, with the result without elements among the options.
template <class R, class... Options>
buffer<double> several_quantiles(const R& r, const buffer<double>& q, const Options&... options) {
  if constexpr (told_when_empty<Options...>) {
    check_quantiles(q.span());
    const auto told = make_buffer<double>(q.size(), *told_value<double>(options...));
    const auto of_rest = [&](const auto&... rest) {
      return unless_empty(
          std::tie(r), [&](const auto&... untold) { return several_quantiles(r, q, untold...); }, rest..., when_empty{told});
    };
    return call_without<when_empty_options>(of_rest, options...);
  } else {
    const buffer<double> found = unfilled_buffer<double>(q.size());
    quantiles_into("quantile", r, q.span(), found.data(), options...);
    return found;
  }
}

template <class R, class... Options>
double one_quantile(const char* operation, const R& r, double q, const Options&... options) {
  double found = 0;
  quantiles_into(operation, r, std::span<const double>(&q, 1), &found, options...);
  return found;
}

}  // namespace detail

// The quantile at a share q, a floating number in [0, 1]. weights{w} takes only inverted_cdf or linear.
template <detail::number_reader R, std::floating_point Q, detail::told_among<quantile_rule, weights, nan_policy>... Options>
[[nodiscard]] double quantile(const R& r, Q q, const Options&... options) {
  const auto share = static_cast<double>(q);
  if constexpr (detail::told_when_empty<Options...>) {
    detail::check_quantiles(std::span(&share, 1));
    return detail::unless_empty(
        std::tie(r), [&](const auto&... rest) { return ravel::quantile(r, q, rest...); }, options...);
  } else {
    return detail::one_quantile("quantile", r, share, options...);
  }
}

// Several quantiles, in the order given. The shares may stand in braces.
template <detail::number_reader R, detail::number_reader Q = buffer<double>,
          detail::told_among<quantile_rule, weights, nan_policy>... Options>
buffer<double> quantile(const R& r, const Q& q, const Options&... options) {
  const auto held = detail::borrowed_handle(r);
  return detail::several_quantiles(held, detail::list_in_doubles("quantile", "shares", q), options...);
}

// The quantile at 0.5: the middle element in order, or the mean of the two middle ones.
template <detail::number_reader R, detail::among<quantile_rule, weights, nan_policy>... Options>
[[nodiscard]] double median(const R& r, Options... options) {
  return detail::one_quantile("median", r, 0.5, options...);
}

// Quantiles of durations are taken of their ticks: a duration in double.
template <detail::durations_input R, std::floating_point Q, detail::among<quantile_rule, weights>... Options>
[[nodiscard]] auto quantile(const R& r, Q q, Options... options) {
  return detail::counted_in_t<double, detail::read_t<R>>(quantile(ticks(detail::borrowed_in_row(r)), q, options...));
}
template <detail::durations_input R, detail::number_reader Q = buffer<double>, detail::among<quantile_rule, weights>... Options>
[[nodiscard]] auto quantile(const R& r, const Q& q, Options... options) {
  return detail::elements_of(
      from_ticks<detail::counted_in_t<double, detail::read_t<R>>>(quantile(ticks(detail::borrowed_in_row(r)), q, options...)));
}
template <detail::durations_input R, detail::among<quantile_rule, weights>... Options>
[[nodiscard]] auto median(const R& r, Options... options) {
  return detail::counted_in_t<double, detail::read_t<R>>(median(ticks(detail::borrowed_in_row(r)), options...));
}

// The result of quartiles: the least element, the three quartiles and the greatest element.
struct [[nodiscard]] quartile_values {
  double min;
  double first;
  double median;
  double third;
  double max;
};

// The least element, the quartiles and the greatest element, by one selection.
template <detail::number_reader R, detail::among<quantile_rule, weights, nan_policy>... Options>
quartile_values quartiles(const R& r, Options... options) {
  static constexpr double shares[] = {0, 0.25, 0.5, 0.75, 1};
  double found[5];
  detail::quantiles_into("quartiles", r, shares, found, options...);
  return {found[0], found[1], found[2], found[3], found[4]};
}

// For every line along axes.
template <detail::real_tensor X, std::floating_point Q, detail::told_among<keep_t, quantile_rule, weights, nan_policy>... Options>
[[nodiscard]] auto quantile(const X& t, Q q, const ints& axes, const Options&... options) {
  const auto share = static_cast<double>(q);
  detail::check_quantiles(std::span(&share, 1));  // checks even without lines
  return detail::reduced_by(
      t, axes, [&](const auto& line, const auto&... rest) { return ravel::quantile(line, q, rest...); }, options...);
}
// Several quantiles for every line, along its axis.
template <detail::real_tensor X, detail::number_reader Q = buffer<double>,
          detail::told_among<quantile_rule, weights, nan_policy>... Options>
tensor<double> quantile(const X& t, const Q& q, const ints& axes, const Options&... options) {
  const auto held = detail::borrowed_handle(t);
  const buffer<double> wanted = detail::list_in_doubles("quantile", "shares", q);
  detail::check_quantiles(wanted.span());
  const auto of_line = [&](const auto& line) { return detail::several_quantiles(line, wanted, options...); };
  return detail::described_lines(held, detail::one_axis("quantile", axes, held.rank()), of_line, [&](index_t) { return wanted.size(); });
}

RAVEL_FACES(quantile)  // of numbers with an order, at a floating q: quantile(x, 0.0), not 0; quantile(t, 0.5, axes), with keep and others
RAVEL_FACES(median)  // of numbers with an order, with a quantile_rule, weights{w}, nan_policy::skip; behind the axes: median(t, axes, keep)
RAVEL_FACES(quartiles)  // of numbers with an order, with a quantile_rule, weights{w}, nan_policy::skip; quartiles(t, axes, keep)

// For durations along axes: quantiles of their ticks.
template <detail::durations_tensor X, std::floating_point Q, detail::among<keep_t, quantile_rule, weights>... Options>
[[nodiscard]] auto quantile(const X& t, Q q, const ints& axes, Options... options) {
  return detail::as_durations<detail::read_t<X>>(quantile(ticks(t), q, axes, options...));
}
template <detail::durations_tensor X, detail::number_reader Q = buffer<double>, detail::among<quantile_rule, weights>... Options>
[[nodiscard]] auto quantile(const X& t, const Q& q, const ints& axes, Options... options) {
  return detail::as_durations<detail::read_t<X>>(quantile(ticks(t), q, axes, options...));
}
template <detail::durations_tensor X, detail::among<keep_t, quantile_rule, weights>... Options>
[[nodiscard]] auto median(const X& t, const ints& axes, Options... options) {
  return detail::as_durations<detail::read_t<X>>(median(ticks(t), axes, options...));
}

// The factor of a median absolute deviation; 1.4826022185056018 makes it the standard deviation of a normal distribution.
struct deviation_scale {
  double value = 1;
};
// The deviation_scale that makes a median absolute deviation the standard deviation of a normal distribution.
inline constexpr deviation_scale normal_deviation{1.4826022185056018};

// The limit beyond the quartiles, in multiples of their distance.
struct fence_factor {
  double value = 1.5;
};

namespace detail {

RAVEL_API double median_deviation(const reader<double>& values, deviation_scale scale, nan_policy policy);
RAVEL_API index_set outliers_of(const reader<double>& values, fence_factor factor, quantile_rule rule, nan_policy policy);

}  // namespace detail

// The median of the distances from the median.
template <detail::number_reader R, detail::among<deviation_scale, nan_policy>... Options>
[[nodiscard]] double median_absolute_deviation(const R& r, Options... options) {
  detail::check_not_empty(r, "median_absolute_deviation");
  return detail::median_deviation(detail::borrowed_in_doubles(r), detail::option_or(deviation_scale{}, options...),
                                  detail::option_or(nan_policy::keep, options...));
}

// The positions of elements further below the first quartile or above the third than fence_factor{1.5} times the distance of the quartiles.
// NaN is not among them, and is left out of the quartiles unless the policy refuses it.
template <detail::number_reader R, detail::among<fence_factor, quantile_rule, nan_policy>... Options>
index_set arg_outliers(const R& r, Options... options) {
  detail::check_not_empty(r, "arg_outliers");
  return detail::outliers_of(detail::borrowed_in_doubles(r), detail::option_or(fence_factor{}, options...),
                             detail::option_or(quantile_rule::linear, options...), detail::option_or(nan_policy::skip, options...));
}

RAVEL_FACES(median_absolute_deviation)  // of numbers with an order, with deviation_scale{1.5}; (t, axes, normal_deviation, keep)

void arg_outliers(...) = delete;  // of numbers with an order, with fence_factor{3} and a quantile_rule

}  // namespace ravel
