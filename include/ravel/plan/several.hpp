// SPDX-License-Identifier: BSL-1.0
// Verbs of planned values with several results: counts of values, histograms, quartiles, lines through pairs. Each records one step, and
// one more for each result, which shares its computation. Any thread may record.
#pragma once

#include <ravel/any/group.hpp>
#include <ravel/any/statistics.hpp>
#include <ravel/any/verbs.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/regression.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/plan/detail/call_step.hpp>
#include <ravel/tensor/make.hpp>

namespace ravel {

// The distinct values, the most frequent first, and how often each occurs. Their number is an extent of its own.
struct [[nodiscard]] planned_counted_values {
  planned values;
  planned counts;
};
RAVEL_API planned_counted_values value_counts(const planned& x);

// The planned result of histogram.
struct [[nodiscard]] planned_histogram {
  planned counts;
  planned edges;  // one more than there are counts
};
// The planned results of quartiles, descriptive_statistics, linear_regression and theil_sen: values without axes.
struct [[nodiscard]] planned_quartiles {
  planned min, first, median, third, max;
};
struct [[nodiscard]] planned_statistics {
  planned count, min, max, sum, mean, variance, standard_deviation, skew, kurtosis;
};
struct [[nodiscard]] planned_line_fit {
  planned count, slope, intercept, slope_error, intercept_error, r_squared;
};
struct [[nodiscard]] planned_median_line {
  planned slope, intercept;
};

namespace detail {

using several_function = std::function<std::vector<any_tensor>(const operand_values& operands)>;
struct named_part {
  const char* name;
  dtype type;
};

// Values without axes.
RAVEL_API std::vector<planned> record_numbers(const char* verb, call_arguments arguments, several_function run,
                                              std::vector<shared_recorded> operands, std::span<const named_part> parts);
RAVEL_API planned_histogram record_histogram(const planned& x, std::optional<index_t> count, call_arguments arguments,
                                             several_function run);

template <class... Values>
std::vector<any_tensor> number_parts(const Values&... values) {
  return {any_tensor(scalar_tensor(values))...};
}
inline constexpr named_part quartile_parts[] = {
    {"min", dtype::float64}, {"first", dtype::float64}, {"median", dtype::float64}, {"third", dtype::float64}, {"max", dtype::float64}};
inline constexpr named_part statistic_parts[] = {{"count", dtype::int64},
                                                 {"min", dtype::float64},
                                                 {"max", dtype::float64},
                                                 {"sum", dtype::float64},
                                                 {"mean", dtype::float64},
                                                 {"variance", dtype::float64},
                                                 {"standard_deviation", dtype::float64},
                                                 {"skew", dtype::float64},
                                                 {"kurtosis", dtype::float64}};
inline constexpr named_part line_fit_parts[] = {
    {"count", dtype::int64},         {"slope", dtype::float64},           {"intercept", dtype::float64},
    {"slope_error", dtype::float64}, {"intercept_error", dtype::float64}, {"r_squared", dtype::float64}};
inline constexpr named_part median_line_parts[] = {{"slope", dtype::float64}, {"intercept", dtype::float64}};

}  // namespace detail

// Of all elements, with bins{20} or a bin_rule, between{low, high} and a nan_policy.
template <detail::planned_handle X, detail::among<bins, bin_rule, between, nan_policy>... Options>
  requires(!(detail::is_given<bins, Options...> && detail::is_given<bin_rule, Options...>))
planned_histogram histogram(const X& x, const Options&... options) {
  std::optional<index_t> count;
  if constexpr (!detail::is_given<bin_rule, Options...>) count = index_t{detail::option_or(bins{}, options...).value};
  const auto run = [options...](const detail::operand_values& operands) -> std::vector<any_tensor> {
    const histogram_counts found = histogram(operands.tensor(0), options...);
    return {any_tensor(found.counts), any_tensor(found.edges)};
  };
  return detail::record_histogram(x, count, detail::arguments_of_verb<sizeof...(Options)>(options...), run);
}

// Of all elements.
template <detail::planned_handle X, class... Options>
  requires(detail::without_axes<Options...> && requires(const any_tensor& t, const Options&... options) { quartiles(t, options...); })
planned_quartiles quartiles(const X& x, const Options&... options) {
  const auto run = [options...](const detail::operand_values& operands) {
    const quartile_values found = quartiles(operands.tensor(0), options...);
    return detail::number_parts(found.min, found.first, found.median, found.third, found.max);
  };
  const auto p = detail::record_numbers("quartiles", detail::arguments_of_verb<sizeof...(Options)>(options...), run,
                                        {detail::planned_access::step(x)}, detail::quartile_parts);
  return {p[0], p[1], p[2], p[3], p[4]};
}
template <detail::planned_handle X, class... Options>
  requires(detail::without_axes<Options...> &&
           requires(const any_tensor& t, const Options&... options) { descriptive_statistics(t, options...); })
planned_statistics descriptive_statistics(const X& x, const Options&... options) {
  const auto run = [options...](const detail::operand_values& operands) {
    const statistic_values found = descriptive_statistics(operands.tensor(0), options...);
    return detail::number_parts(found.count, found.min, found.max, found.sum, found.mean, found.variance, found.standard_deviation,
                                found.skew, found.kurtosis);
  };
  const auto p = detail::record_numbers("descriptive_statistics", detail::arguments_of_verb<sizeof...(Options)>(options...), run,
                                        {detail::planned_access::step(x)}, detail::statistic_parts);
  return {p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8]};
}

// Lines through all pairs of two values of one shape.
template <class A, class B, detail::among<nan_policy>... Options>
  requires detail::planned_tensors_among<A, B>
planned_line_fit linear_regression(const A& a, const B& b, const Options&... options) {
  const auto run = [options...](const detail::operand_values& operands) {
    const line_fit found = linear_regression(operands.tensor(0), operands.tensor(1), options...);
    return detail::number_parts(found.count, found.slope, found.intercept, found.slope_error, found.intercept_error, found.r_squared);
  };
  const auto p = detail::record_numbers("linear_regression", detail::arguments_of_verb<sizeof...(Options)>(options...), run,
                                        {detail::planned_argument(a).step, detail::planned_argument(b).step}, detail::line_fit_parts);
  return {p[0], p[1], p[2], p[3], p[4], p[5]};
}
template <class A, class B, detail::among<nan_policy>... Options>
  requires detail::planned_tensors_among<A, B>
planned_median_line theil_sen(const A& a, const B& b, const Options&... options) {
  const auto run = [options...](const detail::operand_values& operands) {
    const median_line found = theil_sen(operands.tensor(0), operands.tensor(1), options...);
    return detail::number_parts(found.slope, found.intercept);
  };
  const auto p = detail::record_numbers("theil_sen", detail::arguments_of_verb<sizeof...(Options)>(options...), run,
                                        {detail::planned_argument(a).step, detail::planned_argument(b).step}, detail::median_line_parts);
  return {p[0], p[1]};
}

}  // namespace ravel
