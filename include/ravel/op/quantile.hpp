// SPDX-License-Identifier: BSL-1.0
// quantile, median and quartiles: elements by their place in ascending order, found by selection in time proportional to their number. NaN
// goes through unless a policy says otherwise.
#pragma once

#include <ravel/op/clone.hpp>
#include <ravel/op/moments.hpp>
#include <ravel/op/reduce.hpp>

#include <initializer_list>

namespace ravel {

// What stands between two elements. linear: definition 7 of Hyndman and Fan, between the two around (n - 1) q; inverted_cdf: definition 1,
// the first element that a share of q lies at or below.
enum class quantile_rule : unsigned char { linear, inverted_cdf };

namespace detail {

RAVEL_API void check_quantiles(std::span<const double> q);

// The elements are reordered. Defined in src/.
template <class T>
void select_quantiles(std::span<T> elements, std::span<const double> q, quantile_rule rule, nan_policy policy, double* out);

template <class R>
void quantiles_into(const R& r, std::span<const double> q, quantile_rule rule, nan_policy policy, double* out) {
  check_quantiles(q);
  on_canonical(r, [&](const auto& source) {
    using T = typename std::remove_cvref_t<decltype(source)>::element;
    const buffer<T> elements = unfilled_buffer<T>(source.size());
    read_into(source, 0, source.size(), elements.data());
    select_quantiles<T>(elements.span(), q, rule, policy, out);
  });
}

}  // namespace detail

template <detail::number_reader R>
double quantile(const R& r, double q, quantile_rule rule = quantile_rule::linear, nan_policy policy = nan_policy::keep) {
  double found = 0;
  detail::quantiles_into(r, std::span<const double>(&q, 1), rule, policy, &found);
  return found;
}
template <detail::number_reader R>
double quantile(const R& r, double q, nan_policy policy) {
  return quantile(r, q, quantile_rule::linear, policy);
}

// Several at once, in the order asked for.
template <detail::number_reader R, detail::number_reader Q>
buffer<double> quantile(const R& r, const Q& q, quantile_rule rule = quantile_rule::linear, nan_policy policy = nan_policy::keep) {
  const buffer<double> wanted = clone(map(detail::widened<double>{}, detail::look_at(q)));
  const buffer<double> found = detail::unfilled_buffer<double>(wanted.size());
  detail::quantiles_into(r, wanted.span(), rule, policy, found.data());
  return found;
}
template <detail::number_reader R, detail::number_reader Q>
buffer<double> quantile(const R& r, const Q& q, nan_policy policy) {
  return quantile(r, q, quantile_rule::linear, policy);
}
template <detail::number_reader R>
buffer<double> quantile(const R& r, std::initializer_list<double> q, quantile_rule rule = quantile_rule::linear,
                        nan_policy policy = nan_policy::keep) {
  return quantile(r, buffer<double>(q), rule, policy);
}
template <detail::number_reader R>
buffer<double> quantile(const R& r, std::initializer_list<double> q, nan_policy policy) {
  return quantile(r, buffer<double>(q), quantile_rule::linear, policy);
}

template <detail::number_reader R>
double median(const R& r, nan_policy policy = nan_policy::keep) {
  return quantile(r, 0.5, policy);
}

struct quartile_values {
  double min;
  double first;
  double median;
  double third;
  double max;
};

template <detail::number_reader R>
quartile_values quartiles(const R& r, nan_policy policy = nan_policy::keep) {
  static constexpr double shares[] = {0, 0.25, 0.5, 0.75, 1};
  double found[5];
  detail::quantiles_into(r, shares, quantile_rule::linear, policy, found);
  return {found[0], found[1], found[2], found[3], found[4]};
}

template <detail::no_number_reader R, class Q, class... Options>
void quantile(const R& r, const Q& q, Options... options) = delete;  // the elements are no numbers with an order
template <detail::no_number_reader R, class... Options>
void median(const R& r, Options... options) = delete;  // the elements are no numbers with an order
template <detail::no_number_reader R, class... Options>
void quartiles(const R& r, Options... options) = delete;  // the elements are no numbers with an order

}  // namespace ravel
