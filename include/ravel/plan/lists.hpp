// SPDX-License-Identifier: BSL-1.0
// Verbs of planned values by a list of numbers: histogram and digitize by edges, interp at places, cwt at widths; and bincount. A list is
// a planned value, a tensor, or numbers in braces. Each call records one step. Any thread may record.
#pragma once

#include <ravel/op/search/histogram.hpp>
#include <ravel/op/search/interp.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/plan/several.hpp>

namespace ravel {

// Numbers along one axis, such as edges or places: a planned value, a tensor, or numbers in braces.
class RAVEL_API_RESULT planned_list {
 public:
  template <class X>
    requires(detail::planned_handle<X> || std::convertible_to<const X&, any_tensor>)
  planned_list(const X& values) : planned_list(detail::planned_argument(values)) {}
  planned_list(const std::vector<double>& values);
  planned_list(std::initializer_list<double> values) : planned_list(std::vector<double>(values)) {}

  planned values() const { return values_; }

 private:
  explicit planned_list(const detail::planned_argument& values);

  planned values_;
};

namespace detail {

// A call of the elements of x by lists. value_error if a list has not one axis.
RAVEL_API planned record_by_lists(const char* verb, const planned& x, std::initializer_list<planned_list> lists, dtype type,
                                  planned_shape shape, call_arguments arguments, step_function run);
RAVEL_API planned record_bincount(const planned& x, const planned_argument* weights, call_arguments arguments, step_function run);
RAVEL_API planned record_wavelets(const planned& x, const planned_list& widths, const ints& axis, step_function run);
RAVEL_API planned_histogram record_histogram_by(const planned& x, const planned_list& edges, const ints* axis, call_arguments arguments,
                                                several_function run);
RAVEL_API planned_histogram record_histogram_along(const planned& x, const ints& axis, bins count, call_arguments arguments,
                                                   several_function run);

}  // namespace detail

// The bin of each element.
template <detail::planned_handle X, detail::among<closed_edge>... Options>
[[nodiscard]] planned digitize(const X& x, const planned_list& edges, const Options&... options) {
  const auto run = [options...](const detail::operand_values& operands, const extent_values&) -> detail::any_operand {
    return any_tensor(digitize(operands.tensor(0), operands.tensor(1), options...));
  };
  return detail::record_by_lists("digitize", x, {edges}, dtype::int64, x.shape(), detail::arguments_of_verb<sizeof...(Options)>(options...),
                                 run);
}

// The value at each element.
template <detail::planned_handle X>
[[nodiscard]] planned interp(const X& x, const planned_list& places, const planned_list& values) {
  const auto run = [](const detail::operand_values& operands, const extent_values&) -> detail::any_operand {
    return any_tensor(interp(operands.tensor(0), operands.tensor(1), operands.tensor(2)));
  };
  return detail::record_by_lists("interp", x, {places, values}, dtype::float64, x.shape(), detail::arguments_of(), run);
}

// By the wavelet of Ricker. The widths are the first axis of the result.
template <detail::planned_handle X>
[[nodiscard]] planned cwt(const X& x, const planned_list& widths, const ints& axis) {
  const auto run = [axis](const detail::operand_values& operands, const extent_values&) -> detail::any_operand {
    return any_tensor(cwt(operands.tensor(0), operands.tensor(1), axis));
  };
  return detail::record_wavelets(x, widths, axis, run);
}
template <detail::planned_handle X>
[[nodiscard]] planned cwt(const X& x, const planned_list& widths) {
  return cwt(x, widths, detail::only_planned_axis("cwt", x));
}

// The counts of 0, 1, 2, …, or sums of weights. Their number is an extent of its own.
template <detail::planned_handle X, detail::among<at_least>... Options>
[[nodiscard]] planned bincount(const X& x, const Options&... options) {
  const auto run = [options...](const detail::operand_values& operands, const extent_values&) -> detail::any_operand {
    return detail::tensor_of_line(bincount(operands.tensor(0), options...));
  };
  return detail::record_bincount(x, nullptr, detail::arguments_of_verb<sizeof...(Options)>(options...), run);
}
template <class X, class Weights, detail::among<at_least>... Options>
  requires detail::planned_tensors_among<X, Weights>
[[nodiscard]] planned bincount(const X& x, const Weights& weights, const Options&... options) {
  const auto run = [options...](const detail::operand_values& operands, const extent_values&) -> detail::any_operand {
    return detail::tensor_of_line(bincount(operands.tensor(0), operands.tensor(1), options...));
  };
  const detail::planned_argument by(weights);
  return detail::record_bincount(detail::planned_access::wrap(detail::planned_argument(x).step), &by,
                                 detail::arguments_of_verb<sizeof...(Options)>(options...), run);
}

// Counts all elements, or those of each line along an axis.
template <detail::planned_handle X, detail::among<nan_policy>... Options>
planned_histogram histogram(const X& x, const planned_list& edges, const Options&... options) {
  const auto run = [options...](const detail::operand_values& operands) -> std::vector<any_tensor> {
    const auto found = histogram(operands.tensor(0), operands.tensor(1), options...);
    return {any_tensor(found.counts), any_tensor(found.edges)};
  };
  return detail::record_histogram_by(x, edges, nullptr, detail::arguments_of_verb<sizeof...(Options)>(options...), run);
}
template <detail::planned_handle X, detail::among<nan_policy>... Options>
planned_histogram histogram(const X& x, const planned_list& edges, const ints& axis, const Options&... options) {
  const auto run = [axis, options...](const detail::operand_values& operands) -> std::vector<any_tensor> {
    const auto found = histogram(operands.tensor(0), operands.tensor(1), axis, options...);
    return {any_tensor(found.counts), any_tensor(found.edges)};
  };
  return detail::record_histogram_by(x, edges, &axis, detail::arguments_of_verb<sizeof...(Options)>(axis, options...), run);
}
template <detail::planned_handle X, detail::among<bins, between, nan_policy>... Options>
  requires detail::is_given<between, Options...>
planned_histogram histogram(const X& x, const ints& axis, const Options&... options) {
  const auto run = [axis, options...](const detail::operand_values& operands) -> std::vector<any_tensor> {
    const auto found = histogram(operands.tensor(0), axis, options...);
    return {any_tensor(found.counts), any_tensor(found.edges)};
  };
  return detail::record_histogram_along(x, axis, detail::option_or(bins{}, options...),
                                        detail::arguments_of_verb<sizeof...(Options)>(axis, options...), run);
}

}  // namespace ravel
