// SPDX-License-Identifier: BSL-1.0
// quantile, median and quartiles: elements by their place in ascending order, found by selection in time proportional to the number that is
// stored. NaN goes through unless a policy says otherwise.
#pragma once

#include <ravel/op/clone.hpp>
#include <ravel/op/detail/own_elements.hpp>
#include <ravel/op/moments.hpp>
#include <ravel/op/reduce.hpp>

#include <initializer_list>

namespace ravel {

// What stands between two elements. linear: definition 7 of Hyndman and Fan, between the two around (n - 1) q; inverted_cdf: definition 1,
// the first element that a share of q lies at or below.
enum class quantile_rule : unsigned char { linear, inverted_cdf };

namespace detail {

RAVEL_API void check_quantiles(std::span<const double> q);

// Reorders the elements. Defined in src/.
template <class T>
void select_quantiles(const char* operation, const own_elements<T>& elements, std::span<const double> q, quantile_rule rule,
                      nan_policy policy, double* out);

template <class R>
void quantiles_into(const char* operation, const R& r, std::span<const double> q, quantile_rule rule, nan_policy policy, double* out) {
  check_quantiles(q);
  if (q.size() > 0) check_not_empty(r, operation);
  on_canonical(r, [&](const auto& source) {
    if (policy == nan_policy::refuse) refuse_nan_in_any(operation, source);
    select_quantiles(operation, own_elements_of(source), q, rule, policy, out);
  });
}

template <class R, class... Options>
double one_quantile(const char* operation, const R& r, double q, Options... options) {
  double found = 0;
  quantiles_into(operation, r, std::span<const double>(&q, 1), option_or(quantile_rule::linear, options...),
                 option_or(nan_policy::keep, options...), &found);
  return found;
}

}  // namespace detail

// What stands at a share q of the way, a floating number between 0 and 1.
template <detail::number_reader R, std::floating_point Q, detail::among<quantile_rule, nan_policy>... Options>
double quantile(const R& r, Q q, Options... options) {
  return detail::one_quantile("quantile", r, static_cast<double>(q), options...);
}

// Several at once, in the order asked for.
template <detail::number_reader R, detail::number_reader Q, detail::among<quantile_rule, nan_policy>... Options>
buffer<double> quantile(const R& r, const Q& q, Options... options) {
  const buffer<double> wanted = detail::elements_of(map(detail::widened<double>{}, detail::look_at(q)));
  const buffer<double> found = detail::unfilled_buffer<double>(wanted.size());
  detail::quantiles_into("quantile", r, wanted.span(), detail::option_or(quantile_rule::linear, options...),
                         detail::option_or(nan_policy::keep, options...), found.data());
  return found;
}
template <detail::number_reader R, detail::among<quantile_rule, nan_policy>... Options>
buffer<double> quantile(const R& r, std::initializer_list<double> q, Options... options) {
  return quantile(r, buffer<double>(q), options...);
}

template <detail::number_reader R, detail::among<quantile_rule, nan_policy>... Options>
double median(const R& r, Options... options) {
  return detail::one_quantile("median", r, 0.5, options...);
}

struct quartile_values {
  double min;
  double first;
  double median;
  double third;
  double max;
};

template <detail::number_reader R, detail::among<quantile_rule, nan_policy>... Options>
quartile_values quartiles(const R& r, Options... options) {
  static constexpr double shares[] = {0, 0.25, 0.5, 0.75, 1};
  double found[5];
  detail::quantiles_into("quartiles", r, shares, detail::option_or(quantile_rule::linear, options...),
                         detail::option_or(nan_policy::keep, options...), found);
  return {found[0], found[1], found[2], found[3], found[4]};
}

template <class... Others>
void quantile(detail::any_line r, Others... others) = delete;  // of numbers with an order, at a floating q: quantile(x, 0.0), not 0
template <class... Others>
void median(detail::any_line r, Others... others) = delete;  // of numbers with an order, with quantile_rule and nan_policy::skip
template <class... Others>
void quartiles(detail::any_line r, Others... others) = delete;  // of numbers with an order, with quantile_rule and nan_policy::skip

}  // namespace ravel
