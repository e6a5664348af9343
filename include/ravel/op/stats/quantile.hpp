// SPDX-License-Identifier: BSL-1.0
// quantile, median and quartiles: elements by their place in ascending order, found by selection in time proportional to the number that is
// stored. NaN goes through unless a policy says otherwise.
#pragma once

#include <ravel/lazy/ticks.hpp>
#include <ravel/op/detail/own_elements.hpp>
#include <ravel/op/fold/reduce.hpp>
#include <ravel/op/fold/weights.hpp>

#include <initializer_list>

namespace ravel {

// What stands at a share of the way: the nine definitions of Hyndman and Fan (1996), by the names that NumPy has for them.
enum class quantile_rule : unsigned char {
  linear,                     // 7: between the two around (n - 1) q
  inverted_cdf,               // 1: the first element that a share of q lies at or below
  averaged_inverted_cdf,      // 2: the same, or half way to the next where a share of just q does
  closest_observation,        // 3: the element nearest to n q; of two the one that is even, counted from 1
  interpolated_inverted_cdf,  // 4 to 9: between the two around n q, counted from 1, …
  hazen,                      // 5: … n q + 1/2
  weibull,                    // 6: … (n + 1) q
  median_unbiased,            // 8: … (n + 1/3) q + 1/3
  normal_unbiased             // 9: … (n + 1/4) q + 3/8
};

namespace detail {

RAVEL_API void check_quantiles(std::span<const double> q);

// Where a quantile stands among n elements: on the element of a rank, or a part of the way from it to the next.
struct standing {
  index_t rank;
  double beyond;
};
RAVEL_API standing stand(index_t n, double q, quantile_rule rule);

// Reorders the elements. Defined in src/.
template <class T>
void select_quantiles(const char* operation, const own_elements<T>& elements, std::span<const double> q, quantile_rule rule,
                      nan_policy policy, double* out);

// Of those in ascending order: inverted_cdf is the first that a share of q of all weight lies at or below; linear lies between the middles
// of the weights, so that equal weights give definition 7; equal elements share theirs. There are no others.
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
      select_quantiles(operation, own_elements_of(source), q, rule, policy, out);
    });
  }
}

template <class R, class... Options>
double one_quantile(const char* operation, const R& r, double q, const Options&... options) {
  double found = 0;
  quantiles_into(operation, r, std::span<const double>(&q, 1), &found, options...);
  return found;
}

}  // namespace detail

// What stands at a share q of the way, a floating number between 0 and 1. With weights{w} by inverted_cdf or linear alone.
template <detail::number_reader R, std::floating_point Q, detail::among<quantile_rule, weights, nan_policy>... Options>
[[nodiscard]] double quantile(const R& r, Q q, Options... options) {
  return detail::one_quantile("quantile", r, static_cast<double>(q), options...);
}

// Several at once, in the order asked for.
template <detail::number_reader R, detail::number_reader Q, detail::among<quantile_rule, weights, nan_policy>... Options>
buffer<double> quantile(const R& r, const Q& q, Options... options) {
  const auto held = detail::look_at(r);
  const buffer<double> wanted = detail::clone_as_doubles(q);
  const buffer<double> found = detail::unfilled_buffer<double>(wanted.size());
  detail::quantiles_into("quantile", held, wanted.span(), found.data(), options...);
  return found;
}
template <detail::number_reader R, detail::among<quantile_rule, weights, nan_policy>... Options>
buffer<double> quantile(const R& r, std::initializer_list<double> q, Options... options) {
  return quantile(r, buffer<double>(q), options...);
}

template <detail::number_reader R, detail::among<quantile_rule, weights, nan_policy>... Options>
[[nodiscard]] double median(const R& r, Options... options) {
  return detail::one_quantile("median", r, 0.5, options...);
}

// Of durations as of what they count: a duration in double.
template <detail::durations_reader R, std::floating_point Q, detail::among<quantile_rule, weights>... Options>
  requires detail::input<R>
[[nodiscard]] auto quantile(const R& r, Q q, Options... options) {
  return detail::counted_in_t<double, detail::read_t<R>>(quantile(ticks(detail::look_in_row(r)), q, options...));
}
template <detail::durations_reader R, detail::number_reader Q, detail::among<quantile_rule, weights>... Options>
  requires detail::input<R>
[[nodiscard]] auto quantile(const R& r, const Q& q, Options... options) {
  return detail::elements_of(
      from_ticks<detail::counted_in_t<double, detail::read_t<R>>>(quantile(ticks(detail::look_in_row(r)), q, options...)));
}
template <detail::durations_reader R, detail::among<quantile_rule, weights>... Options>
  requires detail::input<R>
[[nodiscard]] auto quantile(const R& r, std::initializer_list<double> q, Options... options) {
  return quantile(r, buffer<double>(q), options...);
}
template <detail::durations_reader R, detail::among<quantile_rule, weights>... Options>
  requires detail::input<R>
[[nodiscard]] auto median(const R& r, Options... options) {
  return detail::counted_in_t<double, detail::read_t<R>>(median(ticks(detail::look_in_row(r)), options...));
}

struct [[nodiscard]] quartile_values {
  double min;
  double first;
  double median;
  double third;
  double max;
};

template <detail::number_reader R, detail::among<quantile_rule, weights, nan_policy>... Options>
quartile_values quartiles(const R& r, Options... options) {
  static constexpr double shares[] = {0, 0.25, 0.5, 0.75, 1};
  double found[5];
  detail::quantiles_into("quartiles", r, shares, found, options...);
  return {found[0], found[1], found[2], found[3], found[4]};
}

template <class... Others>
void quantile(detail::any_line r, Others... others) = delete;  // of numbers with an order, at a floating q: quantile(x, 0.0), not 0
template <class... Others>
void median(detail::any_line r,  // of numbers with an order, with a quantile_rule, weights{w} and nan_policy::skip
            Others... others) = delete;
template <class... Others>
void quartiles(detail::any_line r,  // of numbers with an order, with a quantile_rule, weights{w} and nan_policy::skip
               Others... others) = delete;

}  // namespace ravel
