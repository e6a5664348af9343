// SPDX-License-Identifier: BSL-1.0
// rolling_quantile, rolling_median, rolling_rank and rolling_mode: order statistics of the elements in each window of a fixed width, as in
// rolling. One element enters and one leaves at each step, so the time for a window grows at most with the logarithm of the width. Eager,
// with fresh results; threads share segments of windows.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/order/rank.hpp>
#include <ravel/op/order/sorted.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/windows/rolling.hpp>

namespace ravel {

namespace detail {

// Windows far wider than n elements, beginning that many before each. An element beyond the ends is found by its position, or is one more
// element behind the last.
struct far_windows {
  index_t count;  // as many as there are elements
  index_t width;
  index_t before;
  edge_mode edge;
};

// The quantile to compute, the windows to compute, and the result without a number.
struct rolled_quantile {
  const char* operation;
  double share;
  quantile_rule rule;
  nan_policy policy;
  index_t step;
  std::optional<double> told;
};
// For windows of numbers, one beginning at each element. `first` is the number of the first window. Defined in src/.
RAVEL_API void roll_quantiles(const double* data, const equal_windows& windows, index_t first, const rolled_quantile& asked, double* out);
RAVEL_API void roll_quantiles(const double* data, const far_windows& windows, index_t first, const rolled_quantile& asked, double* out);

// Elements as the places of their values among all different ones in ascending order. NaN is one value and comes last.
struct value_places {
  std::vector<std::int32_t> of;
  index_t different;
  index_t numbers;  // the number of these without NaN
};
// For each window, the rank of the element `at` places behind its first; NaN for NaN.
RAVEL_API void roll_ranks(const value_places& places, const equal_windows& windows, index_t at, rank_ties ties, double* out);
RAVEL_API void roll_ranks(const value_places& places, const far_windows& windows, index_t at, rank_ties ties, double* out);
// For each window, the place of its most common value; of equally common ones, the least.
RAVEL_API void roll_modes(const value_places& places, const equal_windows& windows, std::int32_t* out);
RAVEL_API void roll_modes(const value_places& places, const far_windows& windows, std::int32_t* out);

// Throws if places do not fit 32 bits.
RAVEL_API void check_segment(index_t elements);

// Windows are processed in segments, so that the data of one stays in a cache. Threads share the segments.
constexpr index_t windows_at_once(index_t width) { return std::max<index_t>(4 * width, index_t{1} << 15); }

constexpr index_t elements_of_windows(const equal_windows& windows) { return windows.count + windows.width - 1; }
constexpr index_t elements_of_windows(const far_windows& windows) { return windows.count + 1; }

// Calls work(data, windows, the number of the first, the place of the results) for each segment of windows.
template <class T, class Out, class Work>
void each_segment(const T* data, const equal_windows& windows, Out* out, Work work) {
  const index_t most = windows_at_once(windows.width);
  in_pieces((windows.count - 1) / most + 1, most, [&](index_t begin, index_t end) {
    for (index_t first = begin * most; first < std::min(windows.count, end * most); first += most)
      work(data + first, equal_windows{std::min(most, windows.count - first), windows.width}, first, out + first);
  });
}

template <class T>
using different_values = std::vector<held_state<T>>;

// The places of the values, and the different values in order.
template <class T>
value_places numbered_values(std::span<const T> values, different_values<T>& different) {
  check_segment(std::ssize(values));
  const auto order = argsort(values);
  value_places places{std::vector<std::int32_t>(values.size()), 0, 0};
  different.clear();
  for (const index_t at : order) {
    const T& value = values[static_cast<std::size_t>(at)];
    if (different.empty() || sorted_before{}(different.back().state, value)) {
      different.push_back({value});
      places.numbers += !is_nan{}(value);
    }
    places.of[static_cast<std::size_t>(at)] = static_cast<std::int32_t>(different.size() - 1);
  }
  places.different = std::ssize(different);
  return places;
}

// Calls roll(elements, windows, number of the first, out) for the windows of r, with elements as T.
template <class T, class Out, class R, class Roll, class... Options>
buffer<Out> roll_in_order(const R& r, index_t width, Roll roll, const Options&... options) {
  const auto edge = option_or(edge_mode::clamp, options...);
  const auto position = option_or(window_position::centre, options...);
  const every step = option_or(every{}, options...);
  checked_every(step);
  return with_widened<T>(r, [&](const node<T>& elements) {
    const auto reach = reach_beyond(elements.size(), width, position, edge);
    if (!reach) return make_buffer<Out>(0);
    if (const index_t n = elements.size(); is_far_beyond(n, width)) {
      const buffer<T> and_zero = unfilled_buffer<T>(n + 1);
      read_into(elements, 0, n, and_zero.data());
      and_zero.unchecked(n) = T{};
      const buffer<Out> result = unfilled_buffer<Out>(n);
      roll(static_cast<const T*>(and_zero.data()), far_windows{n, width, reach->before, edge}, 0, result.data());
      return every_one(result, step);
    }
    return with_extended(elements, *reach, edge, [&](const T* data, index_t size) {
      const buffer<Out> result = unfilled_buffer<Out>(size - width + 1);
      each_segment(data, {result.size(), width}, result.data(), roll);
      return every_one(result, step);
    });
  });
}

template <class Option>
concept quantile_window_option = told_among<Option, window_position, edge_mode, every, quantile_rule, nan_policy>;

template <class R, class... Options>
buffer<double> quantiles_of_windows(const char* operation, const R& r, index_t width, double share, const Options&... options) {
  const auto policy = option_or(nan_policy::keep, options...);
  const auto rule = option_or(quantile_rule::linear, options...);
  check_quantiles(std::span<const double>(&share, 1));
  if (policy == nan_policy::refuse) {
    if constexpr (real_element<read_t<R>>) refuse_nan(r, operation);
  }
  const rolled_quantile asked{
      operation, share, rule, policy, checked_every(option_or(every{}, options...)), told_value<double>(options...)};
  const auto roll = [&](const double* data, const auto& windows, index_t first, double* out) {
    roll_quantiles(data, windows, first, asked, out);
  };
  return roll_in_order<double, double>(r, width, roll, options...);
}

}  // namespace detail

// The quantile at a share q in [0, 1] of each window; q is a floating number.
template <detail::number_line R, std::floating_point Q, detail::quantile_window_option... Options>
buffer<double> rolling_quantile(const R& r, index_arg width, Q q, Options... options) {
  return detail::quantiles_of_windows("rolling_quantile", r, width, static_cast<double>(q), options...);
}
// The median of each window, which is rolling_quantile at 0.5.
template <detail::number_line R, detail::quantile_window_option... Options>
buffer<double> rolling_median(const R& r, index_arg width, Options... options) {
  return detail::quantiles_of_windows("rolling_median", r, width, 0.5, options...);
}

// The rank of each element within its window, counted from 1. The rank of NaN is NaN, and NaN counts for no other element.
template <detail::number_line R, detail::among<window_position, edge_mode, every, rank_ties>... Options>
buffer<double> rolling_rank(const R& r, index_arg width, Options... options) {
  using T = canonical_t<detail::read_t<R>>;
  const auto position = detail::option_or(window_position::centre, options...);
  const auto ties = detail::option_or(rank_ties::average, options...);
  detail::check_width("rolling_rank", width);
  const index_t at = detail::reach_of(width, position).before;
  const auto roll = [&](const T* data, const auto& windows, index_t, double* out) {
    detail::different_values<T> different;
    const std::span<const T> values(data, static_cast<std::size_t>(detail::elements_of_windows(windows)));
    detail::roll_ranks(detail::numbered_values(values, different), windows, at, ties, out);
  };
  return detail::roll_in_order<T, double>(r, width, roll, options...);
}

// The most common element of each window; of equally common ones, the least. NaN is one value.
template <detail::number_line R, detail::among<window_position, edge_mode, every>... Options>
[[nodiscard]] auto rolling_mode(const R& r, index_arg width, Options... options) {
  using T = canonical_t<detail::read_t<R>>;
  const auto roll = [&](const T* data, const auto& windows, index_t, T* out) {
    detail::different_values<T> different;
    std::vector<std::int32_t> found(static_cast<std::size_t>(windows.count));
    const std::span<const T> values(data, static_cast<std::size_t>(detail::elements_of_windows(windows)));
    detail::roll_modes(detail::numbered_values(values, different), windows, found.data());
    for (const std::int32_t place : found) *out++ = different[static_cast<std::size_t>(place)].state;
  };
  return detail::roll_in_order<T, T>(r, width, roll, options...);
}

template <detail::real_tensor X, std::floating_point Q, detail::quantile_window_option... Options>
[[nodiscard]] auto rolling_quantile(const X& t, index_arg width, Q q, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("rolling_quantile", axes, t.rank());
  return detail::changed_lines(
      t, axis, [&](const auto& line) { return ravel::rolling_quantile(line, width, q, options...); }, detail::worked_on::each_shared);
}

#define RAVEL_IN_ORDER(name, option, ...)                                                                                 \
  template <detail::real_tensor X, detail::option __VA_OPT__(<__VA_ARGS__>)... Options>                                   \
  [[nodiscard]] auto name(const X& t, index_arg width, const ints& axes, Options... options) {                            \
    const index_t axis = detail::one_axis(#name, axes, t.rank());                                                         \
    return detail::changed_lines(                                                                                         \
        t, axis, [&](const auto& line) { return ravel::name(line, width, options...); }, detail::worked_on::each_shared); \
  }

RAVEL_IN_ORDER(rolling_median, quantile_window_option)
RAVEL_IN_ORDER(rolling_rank, among, window_position, edge_mode, every, rank_ties)
RAVEL_IN_ORDER(rolling_mode, among, window_position, edge_mode, every)
#undef RAVEL_IN_ORDER

RAVEL_FACES(rolling_quantile)  // of numbers, q floating: rolling_quantile(x, width, 0.9), rolling_quantile(t, width, 0.9, axis)
RAVEL_FACES(rolling_median)    // of numbers, with window_position, edge_mode, nan_policy; along an axis: rolling_median(t, width, axis)
RAVEL_FACES(rolling_rank)      // of numbers, with window_position, edge_mode, rank_ties; along an axis: rolling_rank(t, width, axis)
RAVEL_FACES(rolling_mode)      // of numbers, with window_position, edge_mode; along an axis: rolling_mode(t, width, axis)

}  // namespace ravel
