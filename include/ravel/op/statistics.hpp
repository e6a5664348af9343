// SPDX-License-Identifier: BSL-1.0
// What is asked about numbers as a whole: variance and its like, descriptive_statistics, covariance and correlation. One pass each, in
// double precision; spearman ranks first. NaN goes through unless a policy says otherwise.
#pragma once

#include <ravel/op/clone.hpp>
#include <ravel/op/reducers.hpp>

namespace ravel {

namespace detail {

// operation(r as a node of A, to which its elements widen)
template <element A, class R, class Operation>
auto with_widened(const R& r, Operation operation) {
  if constexpr (std::same_as<read_t<R>, A>) {
    auto&& source = peek(r);
    const node<A>& n = source;
    return operation(n);
  } else {
    return with_widened<A>(map(widened<A>{}, look_at(r)), operation);
  }
}

}  // namespace detail

// The sum of squared distances from the mean, divided by their number less ddof.
template <detail::number_reader R>
double variance(const R& r, index_t ddof = 1, nan_policy policy = nan_policy::keep) {
  return detail::reduce_under("variance", policy, reducer::variance(ddof), r);
}
template <detail::number_reader R>
double standard_deviation(const R& r, index_t ddof = 1, nan_policy policy = nan_policy::keep) {
  return detail::reduce_under("standard_deviation", policy, reducer::standard_deviation(ddof), r);
}
template <detail::number_reader R>
double skew(const R& r, elements_are what = elements_are::sample, nan_policy policy = nan_policy::keep) {
  return detail::reduce_under("skew", policy, reducer::skew(what), r);
}
template <detail::number_reader R>
double kurtosis(const R& r, elements_are what = elements_are::sample, nan_policy policy = nan_policy::keep) {
  return detail::reduce_under("kurtosis", policy, reducer::kurtosis(what), r);
}

template <detail::number_reader R>
double variance(const R& r, nan_policy policy) {
  return variance(r, 1, policy);
}
template <detail::number_reader R>
double standard_deviation(const R& r, nan_policy policy) {
  return standard_deviation(r, 1, policy);
}
template <detail::number_reader R>
double skew(const R& r, nan_policy policy) {
  return skew(r, elements_are::sample, policy);
}
template <detail::number_reader R>
double kurtosis(const R& r, nan_policy policy) {
  return kurtosis(r, elements_are::sample, policy);
}

template <detail::no_number_reader R, class... Options>
void variance(const R& r, Options... options) = delete;  // the elements are no numbers with an order: of complex ones, abs(x), real(x), …
template <detail::no_number_reader R, class... Options>
void standard_deviation(const R& r, Options... options) = delete;  // the elements are no numbers with an order
template <detail::no_number_reader R, class... Options>
void skew(const R& r, Options... options) = delete;  // the elements are no numbers with an order
template <detail::no_number_reader R, class... Options>
void kurtosis(const R& r, Options... options) = delete;  // the elements are no numbers with an order

// Of a sample; quartiles() is the one that orders the elements.
struct statistics {
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

template <detail::number_reader R>
statistics descriptive_statistics(const R& r, nan_policy policy = nan_policy::keep) {
  const auto [least, greatest, m] =
      detail::reduce_under("descriptive_statistics", policy, compose(reducer::min, reducer::max, reducer::moments), r);
  return {m.count,
          static_cast<double>(least),
          static_cast<double>(greatest),
          m.sum,
          m.mean(),
          m.variance(),
          m.standard_deviation(),
          m.skew(),
          m.kurtosis()};
}

template <detail::no_number_reader R, class... Options>
void descriptive_statistics(const R& r, Options... options) = delete;  // the elements are no numbers with an order

template <detail::number_reader A, detail::number_reader B>
double covariance(const A& a, const B& b, index_t ddof = 1, nan_policy policy = nan_policy::keep) {
  return detail::reduce_under("covariance", policy, reducer::covariance(ddof), a, b);
}
template <detail::number_reader A, detail::number_reader B>
double covariance(const A& a, const B& b, nan_policy policy) {
  return covariance(a, b, 1, policy);
}

template <detail::input A, detail::input B, class... Options>
  requires detail::not_both_numbers<A, B>
void covariance(const A& a, const B& b, Options... options) = delete;  // the elements are no numbers with an order

// pearson: of the values. spearman: of their ranks, where equal values share the average of theirs.
enum class correlation_kind : unsigned char { pearson, spearman };

namespace detail {

template <class R>
buffer<double> clone_as_doubles(const R& r) {
  if constexpr (std::same_as<read_t<R>, double>) {
    return clone(r);
  } else {
    return clone(map(widened<double>{}, look_at(r)));
  }
}

// Of two of one size, which are overwritten.
RAVEL_API double spearman(std::span<double> a, std::span<double> b, nan_policy policy);

}  // namespace detail

template <detail::number_reader A, detail::number_reader B>
double correlation(const A& a, const B& b, correlation_kind kind = correlation_kind::pearson, nan_policy policy = nan_policy::keep) {
  if (kind == correlation_kind::pearson) return detail::reduce_under("correlation", policy, reducer::pearson, a, b);
  const buffer<double> x = detail::clone_as_doubles(a), y = detail::clone_as_doubles(b);
  if (x.size() != y.size()) detail::throw_sizes_differ(x.size(), y.size());
  return detail::spearman(x.span(), y.span(), policy);
}
template <detail::number_reader A, detail::number_reader B>
double correlation(const A& a, const B& b, nan_policy policy) {
  return correlation(a, b, correlation_kind::pearson, policy);
}

template <detail::input A, detail::input B, class... Options>
  requires detail::not_both_numbers<A, B>
void correlation(const A& a, const B& b, Options... options) = delete;  // the elements are no numbers with an order

}  // namespace ravel
