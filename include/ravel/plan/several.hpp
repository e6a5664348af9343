// SPDX-License-Identifier: BSL-1.0
// Peaks, densities, and verbs of planned values with several results: counts of values, histograms, quartiles, fits. Each of these records
// one step, and one more for each result, which shares its computation. Any thread may record.
#pragma once

#include <ravel/any/group.hpp>
#include <ravel/op/signal/find_peaks.hpp>
#include <ravel/op/stats/kernel_density.hpp>
#include <ravel/op/stats/regression.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/plan/verbs.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/views.hpp>

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
// The planned results of quartiles, descriptive_statistics, linear_regression and theil_sen: values without axes, or those of each line.
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

// As long as the positions of the peaks.
struct [[nodiscard]] planned_prominences {
  planned values, left_bases, right_bases;
};
// The planned result of peak_widths, as long as the positions of the peaks.
struct [[nodiscard]] planned_peak_extents {
  planned values, heights, left, right;
};
// The coefficients, the one of the constant first if it is fitted, and values without axes.
struct [[nodiscard]] planned_linear_model {
  planned coefficients, standard_errors, r_squared, residual_sum, freedom;
};

namespace detail {

using several_function = std::function<std::vector<any_tensor>(const operand_values& operands)>;
struct named_part {
  const char* name;
  dtype type = dtype::float64;
};

// Values without axes, or with those that are not named.
RAVEL_API std::vector<planned> record_numbers(const char* verb, std::vector<shared_recorded> operands, const verb_axes& axes,
                                              call_arguments arguments, several_function run, std::span<const named_part> parts);
RAVEL_API planned_histogram record_histogram(const planned& x, std::optional<index_t> count, call_arguments arguments,
                                             several_function run);

// A member of a result that stands for a part.
template <class R, class T>
struct part_member {
  const char* name;
  T R::*value;
};
// The member of one result, or of one for each line.
template <class R, class T>
any_tensor member_part(const R& result, const part_member<R, T>& member) {
  return scalar_tensor(result.*member.value);
}
template <class R, class T>
any_tensor member_part(const tensor<R>& results, const part_member<R, T>& member) {
  return clone(field(results, member.value));
}
template <class Result, class... Members>
std::vector<any_tensor> parts_of_result(const Result& result, const std::tuple<Members...>& members) {
  return std::apply([&](const auto&... each) { return std::vector<any_tensor>{member_part(result, each)...}; }, members);
}
template <class Planned, class R, class... Ts>
Planned record_members(const char* verb, std::vector<shared_recorded> operands, const verb_axes& axes, call_arguments arguments,
                       several_function run, const std::tuple<part_member<R, Ts>...>& members) {
  const auto parts = std::apply([](const auto&... each) { return std::array{named_part{each.name, dtype_of<Ts>()}...}; }, members);
  const auto p = record_numbers(verb, std::move(operands), axes, std::move(arguments), std::move(run), parts);
  return [&]<std::size_t... K>(std::index_sequence<K...>) -> Planned { return {p[K]...}; }(std::index_sequence_for<Ts...>());
}

#define RAVEL_PART(result, member) \
  part_member<result, decltype(result::member)> { #member, &result::member }
inline constexpr std::tuple quartile_members{RAVEL_PART(quartile_values, min), RAVEL_PART(quartile_values, first),
                                             RAVEL_PART(quartile_values, median), RAVEL_PART(quartile_values, third),
                                             RAVEL_PART(quartile_values, max)};
inline constexpr std::tuple statistic_members{RAVEL_PART(statistic_values, count),
                                              RAVEL_PART(statistic_values, min),
                                              RAVEL_PART(statistic_values, max),
                                              RAVEL_PART(statistic_values, sum),
                                              RAVEL_PART(statistic_values, mean),
                                              RAVEL_PART(statistic_values, variance),
                                              RAVEL_PART(statistic_values, standard_deviation),
                                              RAVEL_PART(statistic_values, skew),
                                              RAVEL_PART(statistic_values, kurtosis)};
inline constexpr std::tuple line_fit_members{RAVEL_PART(line_fit, count),           RAVEL_PART(line_fit, slope),
                                             RAVEL_PART(line_fit, intercept),       RAVEL_PART(line_fit, slope_error),
                                             RAVEL_PART(line_fit, intercept_error), RAVEL_PART(line_fit, r_squared)};
inline constexpr std::tuple median_line_members{RAVEL_PART(median_line, slope), RAVEL_PART(median_line, intercept)};
#undef RAVEL_PART

inline constexpr named_part prominence_parts[] = {{"values"}, {"left_bases", dtype::int64}, {"right_bases", dtype::int64}};
inline constexpr named_part peak_extent_parts[] = {{"values"}, {"heights"}, {"left"}, {"right"}};

template <class T>
any_tensor tensor_of_line(const buffer<T>& elements) {
  return as_tensor(elements, elements.size());
}

RAVEL_API planned record_peaks(const planned& x, call_arguments arguments, step_function run);
// Results that are as long as the positions.
RAVEL_API std::vector<planned> record_at_peaks(const char* verb, const planned_argument& x, const planned_argument& positions,
                                               call_arguments arguments, several_function run, std::span<const named_part> parts);
RAVEL_API planned record_density(const planned_argument& x, const planned_argument& places, const ints* axis, call_arguments arguments,
                                 step_function run);
RAVEL_API planned_linear_model record_linear_model(const planned_argument& x, const planned_argument& y, intercept how,
                                                   call_arguments arguments, several_function run);

}  // namespace detail

// All elements are counted, with bins{20} or a bin_rule, between{low, high} and a nan_policy.
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

// They read all elements, or each line along axes.
#define RAVEL_PLANNED_PARTS(name, result, members)                                                                                  \
  template <detail::planned_handle X, class... Options>                                                                             \
    requires(detail::without_axes<Options...> && requires(const any_tensor& t, const Options&... options) { name(t, options...); }) \
  [[nodiscard]] result name(const X& x, const Options&... options) {                                                                \
    const auto run = [options...](const detail::operand_values& operands) {                                                         \
      return detail::parts_of_result(name(operands.tensor(0), options...), detail::members);                                        \
    };                                                                                                                              \
    return detail::record_members<result>(#name, {detail::planned_access::step(x)}, {detail::axes_become::gone, nullptr, false},    \
                                          detail::arguments_of_verb<sizeof...(Options)>(options...), run, detail::members);         \
  }                                                                                                                                 \
  template <detail::planned_handle X, class... Options>                                                                             \
    requires requires(const any_tensor& t, const ints& axes, const Options&... options) { name(t, axes, options...); }              \
  [[nodiscard]] result name(const X& x, const ints& axes, const Options&... options) {                                              \
    const auto run = [axes, options...](const detail::operand_values& operands) {                                                   \
      return detail::parts_of_result(name(operands.tensor(0), axes, options...), detail::members);                                  \
    };                                                                                                                              \
    const detail::verb_axes along{detail::axes_become::gone, &axes, detail::is_given<keep_t, Options...>};                          \
    return detail::record_members<result>(#name, {detail::planned_access::step(x)}, along,                                          \
                                          detail::arguments_of_verb<sizeof...(Options)>(axes, options...), run, detail::members);   \
  }
RAVEL_PLANNED_PARTS(quartiles, planned_quartiles, quartile_members)
RAVEL_PLANNED_PARTS(descriptive_statistics, planned_statistics, statistic_members)
#undef RAVEL_PLANNED_PARTS

// Lines through all pairs of two values of one shape, or through the pairs of each line along axes, where shapes broadcast.
#define RAVEL_PLANNED_PARTS_OF_PAIRS(name, result, members)                                                                       \
  template <class A, class B, detail::among<nan_policy>... Options>                                                               \
    requires detail::planned_tensors_among<A, B>                                                                                  \
  [[nodiscard]] result name(const A& a, const B& b, const Options&... options) {                                                  \
    const auto run = [options...](const detail::operand_values& operands) {                                                       \
      return detail::parts_of_result(name(operands.tensor(0), operands.tensor(1), options...), detail::members);                  \
    };                                                                                                                            \
    return detail::record_members<result>(#name, {detail::planned_argument(a).step, detail::planned_argument(b).step},            \
                                          {detail::axes_become::gone, nullptr, false},                                            \
                                          detail::arguments_of_verb<sizeof...(Options)>(options...), run, detail::members);       \
  }                                                                                                                               \
  template <class A, class B, detail::among<keep_t, nan_policy>... Options>                                                       \
    requires detail::planned_tensors_among<A, B>                                                                                  \
  [[nodiscard]] result name(const A& a, const B& b, const ints& axes, const Options&... options) {                                \
    const auto run = [axes, options...](const detail::operand_values& operands) {                                                 \
      return detail::parts_of_result(name(operands.tensor(0), operands.tensor(1), axes, options...), detail::members);            \
    };                                                                                                                            \
    const detail::verb_axes along{detail::axes_become::gone, &axes, detail::is_given<keep_t, Options...>};                        \
    return detail::record_members<result>(#name, {detail::planned_argument(a).step, detail::planned_argument(b).step}, along,     \
                                          detail::arguments_of_verb<sizeof...(Options)>(axes, options...), run, detail::members); \
  }
RAVEL_PLANNED_PARTS_OF_PAIRS(linear_regression, planned_line_fit, line_fit_members)
RAVEL_PLANNED_PARTS_OF_PAIRS(theil_sen, planned_median_line, median_line_members)
#undef RAVEL_PLANNED_PARTS_OF_PAIRS

// The positions of the peaks of one axis, whose number is an extent of its own.
template <detail::planned_handle X, detail::among<peak_height, peak_threshold, peak_prominence, peak_width, peak_plateau, peak_distance,
                                                  peak_depth, peak_window>... Options>
[[nodiscard]] planned find_peaks(const X& x, const Options&... options) {
  const auto run = [options...](const detail::operand_values& operands, const extent_values&) -> detail::any_operand {
    return detail::tensor_of_line(find_peaks(detail::elements_as_doubles("find_peaks", operands.tensor(0)), options...));
  };
  return detail::record_peaks(x, detail::arguments_of_verb<sizeof...(Options)>(options...), run);
}
template <class X, class P, detail::among<peak_window>... Options>
  requires detail::planned_tensors_among<X, P>
planned_prominences peak_prominences(const X& x, const P& positions, const Options&... options) {
  const auto run = [options...](const detail::operand_values& operands) -> std::vector<any_tensor> {
    const auto at = as<index_t>(cast(operands.tensor(1), dtype_of<index_t>()));
    const prominences found = peak_prominences(detail::elements_as_doubles("peak_prominences", operands.tensor(0)), at, options...);
    return {detail::tensor_of_line(found.values), detail::tensor_of_line(found.left_bases), detail::tensor_of_line(found.right_bases)};
  };
  const auto p = detail::record_at_peaks("peak_prominences", x, positions, detail::arguments_of_verb<sizeof...(Options)>(options...), run,
                                         detail::prominence_parts);
  return {p[0], p[1], p[2]};
}
template <class X, class P, detail::among<peak_depth, peak_window>... Options>
  requires detail::planned_tensors_among<X, P>
planned_peak_extents peak_widths(const X& x, const P& positions, const Options&... options) {
  const auto run = [options...](const detail::operand_values& operands) -> std::vector<any_tensor> {
    const auto at = as<index_t>(cast(operands.tensor(1), dtype_of<index_t>()));
    const peak_extents found = peak_widths(detail::elements_as_doubles("peak_widths", operands.tensor(0)), at, options...);
    return {detail::tensor_of_line(found.values), detail::tensor_of_line(found.heights), detail::tensor_of_line(found.left),
            detail::tensor_of_line(found.right)};
  };
  const auto p = detail::record_at_peaks("peak_widths", x, positions, detail::arguments_of_verb<sizeof...(Options)>(options...), run,
                                         detail::peak_extent_parts);
  return {p[0], p[1], p[2], p[3]};
}

// The density of all elements, or of each line along an axis, at the places.
template <class X, class P, detail::among<bandwidth_rule, bandwidth, weights, nan_policy>... Options>
  requires(detail::planned_tensors_among<X, P> &&
           !(detail::is_given<bandwidth, Options...> && detail::is_given<bandwidth_rule, Options...>))
[[nodiscard]] planned kernel_density(const X& x, const P& places, const Options&... options) {
  const auto run = [options...](const detail::operand_values& operands, const extent_values&) -> detail::any_operand {
    const auto at = detail::elements_as_doubles("kernel_density", operands.tensor(1));
    return detail::tensor_of_line(kernel_density(detail::elements_as_doubles("kernel_density", operands.tensor(0)), at, options...));
  };
  return detail::record_density(x, places, nullptr, detail::arguments_of_verb<sizeof...(Options)>(options...), run);
}
template <class X, class P, detail::among<bandwidth_rule, bandwidth, weights, nan_policy>... Options>
  requires(detail::planned_tensors_among<X, P> &&
           !(detail::is_given<bandwidth, Options...> && detail::is_given<bandwidth_rule, Options...>))
[[nodiscard]] planned kernel_density(const X& x, const P& places, const ints& axis, const Options&... options) {
  const auto run = [axis, options...](const detail::operand_values& operands, const extent_values&) -> detail::any_operand {
    const auto at = detail::elements_as_doubles("kernel_density", operands.tensor(1));
    return any_tensor(kernel_density(detail::elements_as_doubles("kernel_density", operands.tensor(0)), at, axis, options...));
  };
  return detail::record_density(x, places, &axis, detail::arguments_of_verb<sizeof...(Options)>(axis, options...), run);
}

// The columns of a matrix that best fit y, which has as many elements as it has rows.
template <class X, class Y, detail::among<intercept, nan_policy>... Options>
  requires detail::planned_tensors_among<X, Y>
planned_linear_model least_squares(const X& x, const Y& y, const Options&... options) {
  const auto run = [options...](const detail::operand_values& operands) -> std::vector<any_tensor> {
    const linear_model found = least_squares(detail::elements_as_doubles("least_squares", operands.tensor(0)),
                                             detail::elements_as_doubles("least_squares", operands.tensor(1)), options...);
    return {detail::tensor_of_line(found.coefficients), detail::tensor_of_line(found.standard_errors),
            any_tensor(scalar_tensor(found.r_squared)), any_tensor(scalar_tensor(found.residual_sum)),
            any_tensor(scalar_tensor(found.freedom))};
  };
  return detail::record_linear_model(x, y, detail::option_or(intercept::fitted, options...),
                                     detail::arguments_of_verb<sizeof...(Options)>(options...), run);
}

}  // namespace ravel
