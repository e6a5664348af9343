// SPDX-License-Identifier: BSL-1.0
// rolling: what a reducer or a function gives of each window of a fixed width, as a new buffer. With a reducer the time does not depend on
// the width, and no error builds up from one window to the next: a window is the end of one stretch and the beginning of the next one, and
// what lies outside a window, NaN and infinity too, never enters into it.
#pragma once

#include <ravel/lazy/slice.hpp>
#include <ravel/op/reducers.hpp>
#include <ravel/op/window.hpp>

namespace ravel {

namespace detail {

// out(i, the states of elements i to i + width - 1, merged), for i in [0, windows). begin(i) is the state of element i, merge(a, b) takes b
// into a. The elements are cut into stretches of width: a window that is none itself consists of the last elements of one and the first of
// the next, and both runs are merged an element at a time, so that every element is merged twice however wide the windows are.
template <class Begin, class Merge, class Out>
void each_window(index_t windows, index_t width, Begin begin, Merge merge, Out out) {
  struct held {
    decltype(begin(index_t{})) state;
  };
  if (windows <= 0) return;
  std::vector<held> ends(static_cast<std::size_t>(width), held{begin(width - 1)});  // of a stretch, from each of its elements on
  const auto end_from = [&](index_t i) -> auto& { return ends[static_cast<std::size_t>(i)].state; };
  for (index_t first = 0; first < windows; first += width) {
    end_from(width - 1) = begin(first + width - 1);
    for (index_t i = width - 2; i >= 0; --i) {
      end_from(i) = begin(first + i);
      merge(end_from(i), end_from(i + 1));
    }
    out(first, end_from(0));
    const index_t others = std::min(width, windows - first) - 1;  // of the windows that begin in this stretch
    if (others == 0) continue;
    held start{begin(first + width)};
    for (index_t i = 1; i <= others; ++i) {
      if (i > 1) merge(start.state, begin(first + width + i - 1));
      auto whole = std::move(end_from(i));
      merge(whole, start.state);
      out(first + i, whole);
    }
  }
}

// The same for reducers whose state is a number or two. Defined in src/.
template <class T>
void roll(const sum_reducer&, const T* data, index_t windows, index_t width, sum_t<T>* out);
template <class T>
void roll(const mean_reducer&, const T* data, index_t windows, index_t width, double* out);
template <class T>
void roll(const extreme_reducer<least>&, const T* data, index_t windows, index_t width, T* out);
template <class T>
void roll(const extreme_reducer<greatest>&, const T* data, index_t windows, index_t width, T* out);
template <class T>
void roll(const variance_reducer& reducer, const T* data, index_t windows, index_t width, double* out);
template <class T>
void roll(const standard_deviation_reducer& reducer, const T* data, index_t windows, index_t width, double* out);

template <class Reducer, class T>
using reduced_t = decltype(std::declval<const Reducer&>().finish(std::declval<const state_t<Reducer, T>&>()));

template <class Reducer, class T>
concept rolls_in_kernel =
    kernel_number<T> && requires(const Reducer& reducer, const T* data, reduced_t<Reducer, T>* out) { roll(reducer, data, 0, 0, out); };

template <class Reducer, class T, class Out>
void roll_states(const Reducer& reducer, const T* data, index_t windows, index_t width, bool skip_nan, Out* out) {
  const auto begin = [&](index_t i) {
    state_t<Reducer, T> state = begin_state<T>(reducer);
    bool taken = true;
    if constexpr (real_or_complex<T>) taken = !skip_nan || !is_nan{}(data[i]);
    if (taken) reducer.step(state, std::span<const T>(data + i, 1));
    return state;
  };
  each_window(
      windows, width, begin, [&](auto& state, const auto& later) { reducer.merge(state, later); },
      [&](index_t i, const auto& state) { out[i] = reducer.finish(state); });
}

// How far the windows reach beyond n elements, or nothing where there is no window.
inline std::optional<window_reach> reach_beyond(index_t n, index_t width, window_position position, edge_mode edge) {
  check_width("rolling", width);
  if (n == 0 || (edge == edge_mode::valid && n < width)) return std::nullopt;
  return edge == edge_mode::valid ? window_reach{0, 0} : reach_of(width, position);
}

template <class F, class R>
concept window_function = input<R> && !reduces<F, R> && stored_as_element<std::invoke_result_t<F&, const reader<read_t<R>>&>>;

}  // namespace detail

template <detail::line_input R, detail::reduces<R> Reducer, detail::among<window_position, edge_mode, nan_policy>... Options>
auto rolling(const R& r, index_arg width, const Reducer& reducer, Options... options) {
  using T = detail::read_t<R>;
  const auto position = detail::option_or(window_position::centre, options...);
  const auto edge = detail::option_or(edge_mode::clamp, options...);
  const auto policy = detail::option_or(nan_policy::keep, options...);
  if constexpr (reducer_of<Reducer, T>) {
    using Out = detail::reduced_t<Reducer, T>;
    if constexpr (detail::real_or_complex<T>) {
      if (policy == nan_policy::refuse) detail::refuse_nan(r, "rolling");
    }
    auto&& source = detail::peek(r);
    const detail::node<T>& elements = source;
    const auto reach = detail::reach_beyond(elements.size(), width, position, edge);
    if (!reach) return make_buffer<Out>(0);
    return detail::with_extended(elements, *reach, edge, [&](const T* data, index_t size) {
      const index_t windows = size - width + 1;
      const buffer<Out> result = detail::unfilled_buffer<Out>(windows);
      if constexpr (detail::rolls_in_kernel<Reducer, T>) {
        if (!detail::real_or_complex<T> || policy != nan_policy::skip)
          return detail::roll(reducer, data, windows, width, result.data()), result;
      }
      if constexpr (detail::real_or_complex<T> || !detail::rolls_in_kernel<Reducer, T>)
        detail::roll_states(reducer, data, windows, width, policy == nan_policy::skip, result.data());
      return result;
    });
  } else {
    return rolling(map(detail::widened<canonical_t<T>>{}, detail::look_at(r)), width, reducer, options...);
  }
}

// f(window) for each window, a reader of its elements, in ascending order.
template <detail::line_input R, detail::window_function<R> F, detail::among<window_position, edge_mode>... Options>
auto rolling(const R& r, index_arg width, F f, Options... options) {
  const auto position = detail::option_or(window_position::centre, options...);
  const auto edge = detail::option_or(edge_mode::clamp, options...);
  using T = detail::read_t<R>;
  using Out = std::remove_cvref_t<std::invoke_result_t<F&, const reader<T>&>>;
  auto&& source = detail::peek(r);
  const detail::node<T>& elements = source;
  const auto reach = detail::reach_beyond(elements.size(), width, position, edge);
  if (!reach) return make_buffer<Out>(0);
  const buffer<T> whole = detail::extended(elements, *reach, edge);
  const buffer<Out> result = detail::unfilled_buffer<Out>(whole.size() - width + 1);
  for (index_t i = 0; i < result.size(); ++i) {
    const reader<T> window = slice(whole, i, width);
    result[i] = f(window);
  }
  return result;
}

template <class... Others>
void rolling(detail::any_line r, index_arg width, Others... others) = delete;  // then a reducer of these, or a function of a reader

}  // namespace ravel
