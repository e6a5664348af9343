// SPDX-License-Identifier: BSL-1.0
// rolling: the results of a reducer or a function over each window of a fixed width, of one reader or two side by side, as a new buffer; or
// the sum or the mean by the weights of a window. With a reducer, the time does not depend on the width, and no error accumulates between
// windows: a window is the end of one segment and the beginning of the next, and elements outside a window never affect it, not even NaN or
// infinity.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/pairs.hpp>
#include <ravel/op/fold/weights.hpp>
#include <ravel/op/windows/detail/roll.hpp>
#include <ravel/op/windows/detail/wide_windows.hpp>

namespace ravel {

// rolling(r, width, f, every{3}): only windows 1, 4, 7, and so on.
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

// The reach of the windows beyond n elements, or nothing if there is no window.
inline std::optional<window_reach> reach_beyond(index_t n, index_t width, window_position position, edge_mode edge) {
  check_width("rolling", width);
  if (n == 0 || (edge == edge_mode::valid && n < width)) return std::nullopt;
  return edge == edge_mode::valid ? window_reach{0, 0} : reach_of(width, position);
}

// The number of windows over n elements.
template <class... Options>
index_t windows_over(index_t n, index_t width, Options... options) {
  const auto edge = option_or(edge_mode::clamp, options...);
  const auto reach = reach_beyond(n, width, option_or(window_position::centre, options...), edge);
  const index_t windows = reach ? n + reach->before + reach->after - width + 1 : 0, by = checked_every(option_or(every{}, options...));
  return parts_of(windows, by);
}

enum class nan_weight : bool { counts, is_left_out };

// For the windows that begin at each of `count` elements, or at every step-th; told: the result of windows without any weight left.
RAVEL_API buffer<double> roll_weighted(const sum_reducer&, const double* data, index_t count, const weights& given, nan_weight nan,
                                       index_t step, const std::optional<double>& told);
RAVEL_API buffer<double> roll_weighted(const mean_reducer&, const double* data, index_t count, const weights& given, nan_weight nan,
                                       index_t step, const std::optional<double>& told);

template <class F, class R>
concept window_function = input<R> && !reduces<F, R> && stored_as_element<std::invoke_result_t<F&, const reader<read_t<R>>&>>;
template <class Option>
concept rolling_option = told_among<Option, window_position, edge_mode, nan_policy, every>;

// Calls f(the elements of each column, extended beyond their ends, …).
template <class F>
auto with_each_extended(window_reach, edge_mode, F f) {
  return f();
}
template <class F, class T, class... Ts>
auto with_each_extended(window_reach more, edge_mode edge, F f, const node<T>& first, const node<Ts>&... others) {
  return with_extended(first, more, edge, [&](const T* data, index_t) {
    return with_each_extended(
        more, edge, [&](const auto*... rest) { return f(data, rest...); }, others...);
  });
}

// The first window and every step-th behind it, for windows far wider than the data.
template <class Reducer, class Out, class... Ts>
buffer<Out> roll_far_beyond(const Reducer& reducer, const wide_windows<Reducer, Ts...>& windows, edge_mode edge, index_t count,
                            index_t step, const std::optional<Out>& told) {
  const buffer<Out> result = unfilled_buffer<Out>(parts_of(count, step));
  windows.each(edge, [&](index_t i, const auto& gathered) {
    if (i % step > 0) return;
    const auto finish = [&] { return reducer.finish(gathered.state); };
    result.unchecked(i / step) =
        told && !gathered.any ? *told : at_place([&]() -> std::string { return text() << "window " << i; }, finish);
  });
  return result;
}

// The results of a reducer over the windows, for columns of one size.
template <class Reducer, class... Ts, class... Options>
auto roll_over(const Reducer& reducer, index_t width, const std::tuple<const node<Ts>&...>& columns, const Options&... options) {
  using Out = reduced_t<Reducer, Ts...>;
  const auto edge = option_or(edge_mode::clamp, options...);
  const auto policy = option_or(nan_policy::keep, options...);
  const auto told = told_value<Out>(options...);
  const index_t step = checked_every(option_or(every{}, options...));
  return std::apply(
      [&](const node<Ts>&... sources) {
        const index_t n = std::min({sources.size()...});
        if (is_given<nan_policy, Options...> && policy == nan_policy::refuse) refuse_nan_in_any("rolling", sources...);
        const auto reach = reach_beyond(n, width, option_or(window_position::centre, options...), edge);
        if (!reach) return make_buffer<Out>(0);
        const index_t size = add_index(n, add_index(reach->before, reach->after));
        if (is_far_beyond(n, width)) {
          const wide_windows<Reducer, Ts...> windows(reducer, policy, width, reach->before, sources...);
          return roll_far_beyond(reducer, windows, edge, n, step, told);
        }
        const equal_windows windows{size - width + 1, width};
        const auto roll_extended = [&](const Ts*... data) {
          if constexpr (is_given<nan_policy, Options...> && (may_be_nan<Ts> || ...)) {
            if (policy == nan_policy::skip && (any_nan(std::span<const Ts>(data, static_cast<std::size_t>(size))) || ...)) {
              const equal_ranges ranges(windows, step);
              const buffer<Out> result = unfilled_buffer<Out>(ranges.count());
              reduce_windows(reducer, ranges, policy, told, result.data(), size, data...);
              return result;
            }
          }
          const buffer<Out> result = unfilled_buffer<Out>(windows.count);
          roll_any(reducer, windows, result.data(), data...);
          return every_one(result, ravel::every{step});
        };
        return with_each_extended(*reach, edge, roll_extended, sources...);
      },
      columns);
}

}  // namespace detail

template <detail::line_input R, detail::reduces<R> Reducer, detail::rolling_option... Options>
[[nodiscard]] auto rolling(const R& r, index_arg width, const Reducer& reducer, const Options&... options) {
  using T = typename detail::rolled_rows<Reducer, detail::read_t<R>>::template type<detail::read_t<R>>;
  return detail::with_widened<T>(r, [&](const detail::node<T>& elements) {
    return detail::roll_over(reducer, width, std::tuple<const detail::node<T>&>(elements), options...);
  });
}

// For pairs of elements. A NaN in either leaves out the pair.
template <detail::line_input A, detail::line_input B, detail::reduces<A, B> Reducer, detail::rolling_option... Options>
[[nodiscard]] auto rolling(const A& a, const B& b, index_arg width, const Reducer& reducer, const Options&... options) {
  using rows = detail::rolled_rows<Reducer, detail::read_t<A>, detail::read_t<B>>;
  using T = typename rows::template type<detail::read_t<A>>;
  using U = typename rows::template type<detail::read_t<B>>;
  return detail::with_widened<T>(a, [&](const detail::node<T>& x) {
    return detail::with_widened<U>(b, [&](const detail::node<U>& y) {
      if (x.size() != y.size()) detail::throw_sizes_differ("rolling", x.size(), y.size());
      return detail::roll_over(reducer, width, std::tuple<const detail::node<T>&, const detail::node<U>&>(x, y), options...);
    });
  });
}

// The sum of w * x in each window, whose width is the number of weights; or that sum divided by the sum of w. Elements of weight 0 are not
// read.
template <detail::number_line R, detail::among<sum_reducer, mean_reducer> Reducer, detail::rolling_option... Options>
buffer<double> rolling(const R& r, const weights& given, const Reducer& reducer, const Options&... options) {
  detail::check_list_of_weights("rolling", given);
  const auto edge = detail::option_or(edge_mode::clamp, options...);
  const auto policy = detail::option_or(nan_policy::keep, options...);
  if constexpr (detail::real_or_complex<detail::read_t<R>> && detail::is_given<nan_policy, Options...>) {
    if (policy == nan_policy::refuse) detail::refuse_nan(r, "rolling");
  }
  return detail::with_widened<double>(r, [&](const detail::node<double>& values) {
    const auto reach = detail::reach_beyond(values.size(), given.size(), detail::option_or(window_position::centre, options...), edge);
    if (!reach) return make_buffer<double>(0);
    return detail::with_extended(values, *reach, edge, [&](const double* data, index_t size) {
      const auto nan = policy == nan_policy::skip ? detail::nan_weight::is_left_out : detail::nan_weight::counts;
      const index_t count = size - given.size() + 1, step = detail::checked_every(detail::option_or(every{}, options...));
      return detail::roll_weighted(reducer, data, count, given, nan, step, detail::told_value<double>(options...));
    });
  });
}

// Calls f(window) for each window in ascending order, with a reader of its elements.
template <detail::line_input R, detail::window_function<R> F, detail::rolling_option... Options>
[[nodiscard]] auto rolling(const R& r, index_arg width, F f, const Options&... options) {
  const auto edge = detail::option_or(edge_mode::clamp, options...);
  using T = detail::read_t<R>;
  using Out = std::remove_cvref_t<std::invoke_result_t<F&, const reader<T>&>>;
  auto&& source = detail::node_for_call(r);
  const detail::node<T>& elements = source;
  const index_t n = elements.size(), step = detail::checked_every(detail::option_or(every{}, options...));
  const auto reach = detail::reach_beyond(n, width, detail::option_or(window_position::centre, options...), edge);
  if (!reach) return make_buffer<Out>(0);
  if (detail::option_or(nan_policy::keep, options...) == nan_policy::refuse) detail::refuse_nan_in_any("rolling", elements);
  const reader<T> whole = detail::is_far_beyond(n, width) ? detail::extended_view(reader<T>(detail::elements_of(r)), *reach, edge)
                                                          : reader<T>(detail::extended(elements, *reach, edge));
  const detail::equal_ranges windows({whole.size() - width + 1, width}, step);
  return detail::call_on_windows("rolling", whole, windows, f, options...);
}

namespace detail {

// A reducer, or a function of a reader.
template <class F, class X>
concept rolls_over = reduces<F, X> || window_function<F, X>;

template <class F, class X>
using rolled_element_t = typename rolled_rows<F, read_t<X>>::template type<read_t<X>>;
// True if the reducer and its results are elements, and no option leaves out windows.
template <class F, class X, class... Options>
inline constexpr bool rolls_plainly = false;
template <class F, class X, class... Options>
  requires(reduces<F, X> && element<rolled_element_t<F, X>>)
inline constexpr bool rolls_plainly<F, X, Options...> =
    element<reduced_t<F, rolled_element_t<F, X>>> && (among<Options, window_position, edge_mode> && ...);

// How threads share lines if F works on windows of them. Several threads may call a reducer, but not a user's function.
template <class F, class X>
inline constexpr worked_on lines_under = reduces<F, X> ? worked_on::each_shared : worked_on::each;

// Lines of a part share the memory for elements beyond their ends. Each line writes its results in place.
template <class R, class T, class F>
tensor<R> rolled_lines(const tensor<const T>& x, const tensor<R>* given, index_t axis, index_t width, const F& reducer, edge_mode edge,
                       const window_reach& reach) {
  const line_plan plan = plan_lines(x.shape(), worked_axes(axis, x.rank()));
  const index_t n = plan.length, size = add_index(n, add_index(reach.before, reach.after));
  const equal_windows windows{size - width + 1, width};
  const result_memory<R> made(given, with_last(plan.kept, windows.count), plan.order);
  R* const results = made.data();
  each_part_of_lines<T>(x, plan, [&](index_t number, lines_of_part<T> lines) {
    const buffer<T> extended = unfilled_buffer<T>(size > n ? size : 0);
    lines([&](std::span<const T> line) {
      const T* data = line.data();
      if (size > n) {
        T* const middle = extended.data() + reach.before;
        std::copy_n(data, n, middle);
        fill_beyond(middle, n, reach, edge);
        data = extended.data();
      }
      at_place([&] { return name_of_line(plan, number); }, [&] { roll_any(reducer, windows, results + number * windows.count, data); });
      ++number;
    });
  });
  return made.result();
}

}  // namespace detail

template <detail::shaped_reader X, detail::rolls_over<X> F, detail::rolling_option... Options>
[[nodiscard]] auto rolling(const X& t, index_arg width, const F& f, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("rolling", axes, t.rank());
  if constexpr (detail::rolls_plainly<F, X, Options...>) {
    using T = detail::rolled_element_t<F, X>;
    using R = detail::reduced_t<F, T>;
    const auto edge = detail::option_or(edge_mode::clamp, options...);
    const index_t n = t.extent(axis);
    const auto reach = detail::reach_beyond(n, width, detail::option_or(window_position::centre, options...), edge);
    if (reach && t.rank() > 1 && !detail::is_far_beyond(n, width))
      return detail::rolled_lines<R, T>(detail::widened_tensor<T>(t), detail::target_of_result<R>(t), axis, width, f, edge, *reach);
  }
  return detail::changed_lines(
      t, axis, [&](const auto& line) { return ravel::rolling(line, width, f, options...); },
      [&](index_t n) { return detail::windows_over(n, width, options...); }, detail::lines_under<F, X>);
}

template <detail::real_tensor X, detail::among<sum_reducer, mean_reducer> Reducer, detail::rolling_option... Options>
[[nodiscard]] auto rolling(const X& t, const weights& given, const Reducer& reducer, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("rolling", axes, t.rank());
  return detail::changed_lines(
      t, axis, [&](const auto& line) { return ravel::rolling(line, given, reducer, options...); }, detail::worked_on::each_shared);
}

// For the lines of two tensors. One may stretch to the shape of the other.
template <class A, class B, detail::reduces<A, B> Reducer, detail::rolling_option... Options>
  requires detail::shaped_among<A, B>
[[nodiscard]] auto rolling(const A& a, const B& b, index_arg width, const Reducer& reducer, const ints& axes, Options... options) {
  using both = detail::value_pair<detail::read_t<A>, detail::read_t<B>>;
  const auto pairs = map(detail::paired{}, detail::as_read_tensor(a), detail::as_read_tensor(b));
  return detail::changed_lines(
      pairs, detail::one_axis("rolling", axes, pairs.rank()),
      [&](const auto& line) {
        const reader<both> lent = detail::borrowed_handle(line);
        return ravel::rolling(field(lent, &both::first), field(lent, &both::second), width, reducer, options...);
      },
      [&](index_t n) { return detail::windows_over(n, width, options...); }, detail::worked_on::each_shared);
}

template <class A, class B, detail::reduces<A, B> Reducer, detail::rolling_option... Options>
  requires detail::shaped_among<A, B>
[[nodiscard]] auto rolling(const A& a, const B& b, index_arg width, const Reducer& reducer, Options... options) {
  const auto pairs = map(detail::paired{}, detail::as_read_tensor(a), detail::as_read_tensor(b));
  return rolling(a, b, width, reducer, detail::only_axis("rolling", pairs.shape()), options...);
}

RAVEL_FACES(rolling)  // f is reducer::mean or its like, or f(reader): rolling(x, width, f), (x, weights{w}, f), (a, b, width, f), (…, axis)

}  // namespace ravel
