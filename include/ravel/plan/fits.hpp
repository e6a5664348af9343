// SPDX-License-Identifier: BSL-1.0
// Peaks, densities and fits of several variables of planned values, with the names and options that they have of tensors. Those with
// several results record one step, and one more for each result. Any thread may record.
#pragma once

#include <ravel/op/signal/find_peaks.hpp>
#include <ravel/op/stats/kernel_density.hpp>
#include <ravel/op/stats/least_squares.hpp>
#include <ravel/plan/several.hpp>
#include <ravel/plan/verbs.hpp>

namespace ravel {

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

inline constexpr named_part prominence_parts[] = {{"values", dtype::float64}, {"left_bases", dtype::int64}, {"right_bases", dtype::int64}};
inline constexpr named_part peak_extent_parts[] = {
    {"values", dtype::float64}, {"heights", dtype::float64}, {"left", dtype::float64}, {"right", dtype::float64}};

}  // namespace detail

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
