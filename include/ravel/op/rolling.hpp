// SPDX-License-Identifier: BSL-1.0
// rolling: what a reducer or a function gives of each window of a fixed width, of one reader or of two side by side, as a new buffer; or
// the sum or the mean by the weights of a window. With a reducer the time does not depend on the width, and no error builds up from one
// window to the next: a window is the end of one segment and the beginning of the next one, and what lies outside a window, NaN and
// infinity too, never enters into it.
#pragma once

#include <ravel/lazy/slice.hpp>
#include <ravel/op/clone.hpp>
#include <ravel/op/detail/each_window.hpp>
#include <ravel/op/reducers.hpp>
#include <ravel/op/weights.hpp>
#include <ravel/op/window.hpp>

#include <functional>

namespace ravel {

// rolling(r, width, f, every{3}): only the first window, the fourth, the seventh, and so on.
struct every {
  index_arg value = 1;
};

namespace detail {

RAVEL_API index_t checked_every(every step);
template <class T>
buffer<T> every_one(const buffer<T>& windows, every step) {
  const index_t by = checked_every(step);
  return by == 1 ? windows : clone(slice(windows, 0, parts_of(windows.size(), by), by));
}
#define RAVEL_DECLARE(T) extern template RAVEL_API buffer<T> every_one(const buffer<T>& windows, every step);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// For reducers whose state is a number or two. Windows without elements are left out. Defined in src/.
template <class T, class Windows>
void roll(const sum_reducer&, const T* data, const Windows& windows, sum_t<T>* out);
template <class T, class Windows>
void roll(const mean_reducer&, const T* data, const Windows& windows, double* out);
template <class T, class Windows>
void roll(const extreme_reducer<least>&, const T* data, const Windows& windows, T* out);
template <class T, class Windows>
void roll(const extreme_reducer<greatest>&, const T* data, const Windows& windows, T* out);
template <class T, class Windows>
void roll(const variance_reducer& reducer, const T* data, const Windows& windows, double* out);
template <class T, class Windows>
void roll(const standard_deviation_reducer& reducer, const T* data, const Windows& windows, double* out);

template <class Reducer, class... Ts>
using reduced_t = decltype(std::declval<const Reducer&>().finish(std::declval<const state_t<Reducer, Ts...>&>()));

template <class Reducer, class T>
concept rolls_in_kernel = kernel_number<T> && requires(const Reducer& reducer, const T* data, reduced_t<Reducer, T>* out) {
  roll(reducer, data, equal_windows{}, out);
};

template <class Reducer, class Windows, class Out, class... Ts>
void roll_states(const Reducer& reducer, const Windows& windows, bool skip_nan, Out* out, const Ts*... data) {
  const auto begin = [&](index_t i, index_t) {
    state_t<Reducer, Ts...> state = begin_state<Ts...>(reducer);
    bool taken = true;
    if constexpr ((may_be_nan<Ts> || ...)) taken = !skip_nan || !(is_nan{}(data[i]) || ...);
    if (taken) reducer.step(state, std::span<const Ts>(data + i, 1)...);
    return state;
  };
  each_window(
      windows, begin, [&](auto& state, const auto& later) { reducer.merge(state, later); },
      [&](index_t i, index_t, const auto& state) { out[i] = reducer.finish(state); });
}

// What covariance and its like are finished from, for each window in ascending order. Defined in src/.
using take_comoments = std::function<void(index_t, const comoments&)>;
template <class Windows>
void roll_comoments(const Windows& windows, const double* a, const double* b, const take_comoments& take);

template <class Reducer, class... Ts>
inline constexpr bool gathers_comoments = false;
template <class Reducer, class A, class B>
  requires reducer_of<Reducer, A, B>
inline constexpr bool gathers_comoments<Reducer, A, B> = std::same_as<state_t<Reducer, A, B>, comoments>;

// What a reducer gives of each window, by the fastest way there is for it. A call that gives no policy skips nothing.
template <bool Skips = true, class Reducer, class Windows, class Out, class... Ts>
void roll_any(const Reducer& reducer, const Windows& windows, nan_policy policy, Out* out, const Ts*... data) {
  constexpr bool of_one = sizeof...(Ts) == 1 && (rolls_in_kernel<Reducer, Ts> && ...);
  constexpr bool may_skip = Skips && (may_be_nan<Ts> || ...);
  if (!may_skip || policy != nan_policy::skip) {
    if constexpr (of_one) return roll(reducer, data..., windows, out);
    if constexpr (gathers_comoments<Reducer, Ts...> && (std::same_as<Ts, double> && ...))
      return roll_comoments(windows, data..., [&](index_t i, const comoments& state) { out[i] = reducer.finish(state); });
  }
  if constexpr (may_skip || !of_one) roll_states(reducer, windows, policy == nan_policy::skip, out, data...);
}

// The type in which elements are given to a reducer: as they are, under the name of their canonical integer, or as double.
template <class Reducer, class... Ts>
struct rolled_rows {
  static constexpr bool as_they_are = reducer_of<Reducer, Ts...>;
  static constexpr bool in_double = gathers_comoments<Reducer, canonical_t<Ts>...>;
  template <class T>
  using type = std::conditional_t<in_double, double, std::conditional_t<as_they_are, T, canonical_t<T>>>;
};

// operation(r as a node of A)
template <class A, class R, class Operation>
auto with_rolled(const R& r, Operation operation) {
  if constexpr (std::same_as<read_t<R>, A>) {
    auto&& source = peek(r);
    const node<A>& of = source;
    return operation(of);
  } else {
    return with_rolled<A>(map(widened<A>{}, look_in_row(r)), operation);
  }
}

// How far the windows reach beyond n elements, or nothing where there is no window.
inline std::optional<window_reach> reach_beyond(index_t n, index_t width, window_position position, edge_mode edge) {
  check_width("rolling", width);
  if (n == 0 || (edge == edge_mode::valid && n < width)) return std::nullopt;
  return edge == edge_mode::valid ? window_reach{0, 0} : reach_of(width, position);
}

// How many windows there are over n elements.
template <class... Options>
index_t windows_over(index_t n, index_t width, Options... options) {
  const auto edge = option_or(edge_mode::clamp, options...);
  const auto reach = reach_beyond(n, width, option_or(window_position::centre, options...), edge);
  const index_t windows = reach ? n + reach->before + reach->after - width + 1 : 0, by = checked_every(option_or(every{}, options...));
  return parts_of(windows, by);
}

// What weights give: of sum and mean.
template <class Reducer>
concept weighs = std::same_as<Reducer, sum_reducer> || std::same_as<Reducer, mean_reducer>;
enum class nan_weight : bool { counts, is_left_out };

// Of elements and the windows that begin with `count` of them.
RAVEL_API buffer<double> roll_weighted(const sum_reducer&, const double* data, index_t count, const weights& given, nan_weight nan);
RAVEL_API buffer<double> roll_weighted(const mean_reducer&, const double* data, index_t count, const weights& given, nan_weight nan);

template <class F, class R>
concept window_function = input<R> && !reduces<F, R> && stored_as_element<std::invoke_result_t<F&, const reader<read_t<R>>&>>;

}  // namespace detail

template <detail::line_input R, detail::reduces<R> Reducer, detail::among<window_position, edge_mode, nan_policy, every>... Options>
[[nodiscard]] auto rolling(const R& r, index_arg width, const Reducer& reducer, Options... options) {
  using T = typename detail::rolled_rows<Reducer, detail::read_t<R>>::template type<detail::read_t<R>>;
  using Out = detail::reduced_t<Reducer, T>;
  const auto edge = detail::option_or(edge_mode::clamp, options...);
  const auto policy = detail::option_or(nan_policy::keep, options...);
  if constexpr (detail::may_be_nan<T> && detail::is_given<nan_policy, Options...>) {
    if (policy == nan_policy::refuse) detail::refuse_nan(r, "rolling");
  }
  return detail::with_rolled<T>(r, [&](const detail::node<T>& elements) {
    const auto reach = detail::reach_beyond(elements.size(), width, detail::option_or(window_position::centre, options...), edge);
    if (!reach) return make_buffer<Out>(0);
    return detail::with_extended(elements, *reach, edge, [&](const T* data, index_t size) {
      const buffer<Out> result = detail::unfilled_buffer<Out>(size - width + 1);
      detail::roll_any<detail::is_given<nan_policy, Options...>>(reducer, detail::equal_windows{result.size(), width}, policy,
                                                                 result.data(), data);
      return detail::every_one(result, detail::option_or(every{}, options...));
    });
  });
}

// Of pairs of elements. NaN in either leaves out both.
template <detail::line_input A, detail::line_input B, detail::reduces<A, B> Reducer,
          detail::among<window_position, edge_mode, nan_policy, every>... Options>
[[nodiscard]] auto rolling(const A& a, const B& b, index_arg width, const Reducer& reducer, Options... options) {
  using rows = detail::rolled_rows<Reducer, detail::read_t<A>, detail::read_t<B>>;
  using T = typename rows::template type<detail::read_t<A>>;
  using U = typename rows::template type<detail::read_t<B>>;
  using Out = detail::reduced_t<Reducer, T, U>;
  const auto edge = detail::option_or(edge_mode::clamp, options...);
  const auto policy = detail::option_or(nan_policy::keep, options...);
  return detail::with_rolled<T>(a, [&](const detail::node<T>& x) {
    return detail::with_rolled<U>(b, [&](const detail::node<U>& y) {
      if (x.size() != y.size()) detail::throw_sizes_differ("rolling", x.size(), y.size());
      if (policy == nan_policy::refuse) detail::refuse_nan_in_any("rolling", x, y);
      const auto reach = detail::reach_beyond(x.size(), width, detail::option_or(window_position::centre, options...), edge);
      if (!reach) return make_buffer<Out>(0);
      const auto on_a = detail::extended(x, *reach, edge);
      const auto on_b = detail::extended(y, *reach, edge);
      const buffer<Out> result = detail::unfilled_buffer<Out>(on_a.size() - width + 1);
      detail::roll_any<detail::is_given<nan_policy, Options...>>(reducer, detail::equal_windows{result.size(), width}, policy,
                                                                 result.data(), on_a.data(), on_b.data());
      return detail::every_one(result, detail::option_or(every{}, options...));
    });
  });
}

// The sum of w * x in each window, as wide as there are weights, or that divided by the sum of w. An element of weight 0 is not looked at.
template <detail::number_reader R, detail::weighs Reducer, detail::among<window_position, edge_mode, nan_policy, every>... Options>
  requires detail::line_input<R>
buffer<double> rolling(const R& r, const weights& given, const Reducer& reducer, Options... options) {
  const auto edge = detail::option_or(edge_mode::clamp, options...);
  const auto policy = detail::option_or(nan_policy::keep, options...);
  if constexpr (detail::real_or_complex<detail::read_t<R>> && detail::is_given<nan_policy, Options...>) {
    if (policy == nan_policy::refuse) detail::refuse_nan(r, "rolling");
  }
  return detail::with_rolled<double>(r, [&](const detail::node<double>& values) {
    const auto reach = detail::reach_beyond(values.size(), given.size(), detail::option_or(window_position::centre, options...), edge);
    if (!reach) return make_buffer<double>(0);
    return detail::with_extended(values, *reach, edge, [&](const double* data, index_t size) {
      const auto nan = policy == nan_policy::skip ? detail::nan_weight::is_left_out : detail::nan_weight::counts;
      const buffer<double> result = detail::roll_weighted(reducer, data, size - given.size() + 1, given, nan);
      return detail::every_one(result, detail::option_or(every{}, options...));
    });
  });
}

// f(window) for each window, a reader of its elements, in ascending order.
template <detail::line_input R, detail::window_function<R> F, detail::among<window_position, edge_mode, every>... Options>
[[nodiscard]] auto rolling(const R& r, index_arg width, F f, Options... options) {
  const auto position = detail::option_or(window_position::centre, options...);
  const auto edge = detail::option_or(edge_mode::clamp, options...);
  using T = detail::read_t<R>;
  using Out = std::remove_cvref_t<std::invoke_result_t<F&, const reader<T>&>>;
  auto&& source = detail::peek(r);
  const detail::node<T>& elements = source;
  const auto reach = detail::reach_beyond(elements.size(), width, position, edge);
  if (!reach) return make_buffer<Out>(0);
  const buffer<T> whole = detail::extended(elements, *reach, edge);
  const index_t step = detail::checked_every(detail::option_or(every{}, options...));
  const buffer<Out> result = detail::unfilled_buffer<Out>((whole.size() - width) / step + 1);
  detail::watched_loop loop;
  for (index_t i = 0; i < result.size(); ++i) {
    loop.at(i, result.size());
    const reader<T> window = slice(whole, i * step, width);
    result[i] = f(window);
  }
  return result;
}

template <class... Others>
void rolling(detail::any_line a, detail::any_line b, index_arg width, Others... others) = delete;  // then a reducer of pairs of these
template <class... Others>
void rolling(detail::any_line r, const weights& given, Others... others) = delete;  // of real numbers, then reducer::sum or reducer::mean
template <class... Others>
void rolling(detail::any_line r, index_arg width, Others... others) = delete;  // then a reducer of these, or a function of a reader

}  // namespace ravel
