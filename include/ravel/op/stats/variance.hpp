// SPDX-License-Identifier: BSL-1.0
// What is asked about numbers, along axes: the spread, the shape, the places in order and the commonest values of every line, and its
// length as a vector. Each is the one-dimensional operation on that line.
#pragma once

#include <ravel/op/fold/reduce_axes.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/op/order/top_k.hpp>
#include <ravel/op/detail/pairs.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/storage/borrow.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/detail/stretch.hpp>

namespace ravel {

namespace detail {

template <class X>
concept real_tensor = shaped_reader<X> && number_reader<X>;
template <class X>
concept countable_tensor = shaped_reader<X> && sortable<X> && groupable<X>;

template <class T>
struct rooted {
  using looks_at_arguments_only = void;
  template <class S>
  T operator()(const S& squares) const {
    return static_cast<T>(std::sqrt(squares));
  }
};

template <class A, class B>
concept number_tensors = shaped_among<A, B> && number_reader<A> && number_reader<B>;

}  // namespace detail

#define RAVEL_OF_LINES(name, takes, ...)                                                                 \
  template <detail::takes X, detail::among<keep_t __VA_OPT__(, ) __VA_ARGS__>... Options>                \
  [[nodiscard]] auto name(const X& t, const ints& axes, Options... options) {                            \
    return detail::reduced_by(                                                                           \
        t, axes, [](const auto& line, auto... rest) { return ravel::name(line, rest...); }, options...); \
  }

RAVEL_OF_LINES(variance, element_tensor, ddof, nan_policy)
RAVEL_OF_LINES(standard_deviation, element_tensor, ddof, nan_policy)
RAVEL_OF_LINES(var, element_tensor, ddof, nan_policy)
RAVEL_OF_LINES(std, element_tensor, ddof, nan_policy)
RAVEL_OF_LINES(skew, real_tensor, elements_are, nan_policy)
RAVEL_OF_LINES(kurtosis, real_tensor, elements_are, nan_policy)
RAVEL_OF_LINES(descriptive_statistics, real_tensor, ddof, elements_are, nan_policy)
RAVEL_OF_LINES(median, real_tensor, quantile_rule, weights, nan_policy)
RAVEL_OF_LINES(quartiles, real_tensor, quantile_rule, weights, nan_policy)
RAVEL_OF_LINES(most_common, countable_tensor)
RAVEL_OF_LINES(count_unique, countable_tensor)
#undef RAVEL_OF_LINES

template <detail::real_tensor X, std::floating_point Q, detail::among<keep_t, quantile_rule, weights, nan_policy>... Options>
[[nodiscard]] auto quantile(const X& t, Q q, const ints& axes, Options... options) {
  const auto share = static_cast<double>(q);
  detail::check_quantiles(std::span(&share, 1));  // where there are no lines, too
  return detail::reduced_by(
      t, axes, [&](const auto& line, auto... rest) { return ravel::quantile(line, q, rest...); }, options...);
}
// As of one line of durations.
template <detail::durations_tensor X, std::floating_point Q, detail::among<keep_t, quantile_rule, weights>... Options>
[[nodiscard]] auto quantile(const X& t, Q q, const ints& axes, Options... options) {
  return detail::as_durations<detail::read_t<X>>(quantile(ticks(t), q, axes, options...));
}
template <detail::durations_tensor X, detail::number_reader Q, detail::among<quantile_rule, weights>... Options>
[[nodiscard]] auto quantile(const X& t, const Q& q, const ints& axes, Options... options) {
  return detail::as_durations<detail::read_t<X>>(quantile(ticks(t), q, axes, options...));
}
template <detail::durations_tensor X, detail::among<quantile_rule, weights>... Options>
[[nodiscard]] auto quantile(const X& t, std::initializer_list<double> q, const ints& axes, Options... options) {
  return quantile(t, buffer<double>(q), axes, options...);
}
template <detail::durations_tensor X, detail::among<keep_t, quantile_rule, weights>... Options>
[[nodiscard]] auto median(const X& t, const ints& axes, Options... options) {
  return detail::as_durations<detail::read_t<X>>(median(ticks(t), axes, options...));
}

// Several of every line, along its axis.
template <detail::real_tensor X, detail::number_reader Q, detail::among<quantile_rule, weights, nan_policy>... Options>
tensor<double> quantile(const X& t, const Q& q, const ints& axes, Options... options) {
  const auto held = detail::look_at(t);
  const buffer<double> wanted = detail::clone_as_doubles(q);
  detail::check_quantiles(wanted.span());
  const auto of_line = [&](const auto& line) { return ravel::quantile(line, wanted, options...); };
  return detail::described_lines(held, detail::one_axis("quantile", axes, held.rank()), of_line, [&](index_t) { return wanted.size(); });
}
template <detail::real_tensor X, detail::among<quantile_rule, weights, nan_policy>... Options>
tensor<double> quantile(const X& t, std::initializer_list<double> q, const ints& axes, Options... options) {
  return quantile(t, buffer<double>(q), axes, options...);
}

// Of the lines of two tensors, of which one may stretch to the shape of the other.
template <class A, class B, detail::among<keep_t, ddof, nan_policy>... Options>
  requires detail::number_tensors<A, B>
tensor<double> covariance(const A& a, const B& b, const ints& axes, Options... options) {
  return detail::reduced_pairs(
      a, b, axes, [](const auto& x, const auto& y, auto... rest) { return ravel::covariance(x, y, rest...); }, options...);
}
template <class A, class B, detail::among<keep_t, correlation_kind, nan_policy>... Options>
  requires detail::number_tensors<A, B>
tensor<double> correlation(const A& a, const B& b, const ints& axes, Options... options) {
  return detail::reduced_pairs(
      a, b, axes, [](const auto& x, const auto& y, auto... rest) { return ravel::correlation(x, y, rest...); }, options...);
}

// Of every line the element at place k of it in order, or where its k greatest stand.
template <detail::shaped_reader X, detail::order_option<X, keep_t>... Options>
  requires detail::has_order<X, Options...>
[[nodiscard]] auto nth_element(const X& t, index_arg k, const ints& axes, Options... options) {
  return detail::reduced_by(
      t, axes, [&](const auto& line, auto... rest) { return ravel::nth_element(line, k, rest...); }, options...);
}
template <detail::shaped_reader X, detail::order_of<X>... Less>
  requires(sizeof...(Less) <= 1 && detail::has_order<X, Less...>)
tensor<index_t> arg_top_k(const X& t, index_arg k, const ints& axes, Less... less) {
  const auto of_line = [&](const auto& line) { return ravel::arg_top_k(line, k, less...); };
  return detail::described_lines(
      t, detail::one_axis("arg_top_k", axes, t.rank()), of_line, [&](index_t) { return index_t{k}; }, detail::lines_in_order<X, Less...>);
}

// The Euclidean length of every slice.
template <detail::element_tensor X, detail::among<keep_t>... Options>
[[nodiscard]] auto norm(const X& t, const ints& axes, Options... options) {
  using length = detail::spread_t<detail::read_t<X>>;
  const tensor<double> squares = detail::reduced<detail::summing>(map(detail::squared_size{}, t), axes, options...);
  const auto roots = map(detail::rooted<length>{}, squares);
  if constexpr (std::same_as<length, double>) {
    copy(roots, squares);  // memory that was never touched costs more than the roots
    return squares;
  } else {
    return clone(roots);
  }
}

template <class A, class B, class... Others>
  requires detail::shaped_among<A, B>
void covariance(const A& a, const B& b, const ints& axes, Others... others) = delete;  // of numbers, with ddof{1}, nan_policy::skip, keep
template <class A, class B, class... Others>
  requires detail::shaped_among<A, B>
void correlation(const A& a, const B& b, const ints& axes, Others... others) = delete;  // of numbers, with a correlation_kind, keep
template <detail::shaped_reader X, class... Others>
void variance(const X& t, const ints& axes, Others... others) = delete;  // of numbers, with ddof{1}, nan_policy::skip, keep
template <detail::shaped_reader X, class... Others>
void standard_deviation(const X& t, const ints& axes, Others... others) = delete;  // of numbers, with ddof{1}, nan_policy::skip, keep
template <detail::shaped_reader X, class... Others>
void var(const X& t, const ints& axes, Others... others) = delete;  // of numbers, with ddof{1}, nan_policy::skip, keep
template <detail::shaped_reader X, class... Others>
void std(const X& t, const ints& axes, Others... others) = delete;  // of numbers, with ddof{1}, nan_policy::skip, keep
template <detail::integer Axis, class... Others>
void quantile(detail::any_shaped t, Axis axis, Others... others) = delete;  // at a floating q: quantile(t, 0.5, axes), with keep and others
template <class... Others>
void median(detail::any_shaped t, const ints& axes, Others... others) = delete;  // behind the axes: quantile_rule, weights{w}, keep

}  // namespace ravel
