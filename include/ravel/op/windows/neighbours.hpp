// SPDX-License-Identifier: BSL-1.0
// diff, gradient, rolling and its like, convolve and correlate along an axis: what is computed of neighbours, for each line alone. A tensor
// of one axis needs none named. convolve and correlate also take a window of as many axes as the tensor has.
#pragma once

#include <ravel/op/detail/pairs.hpp>
#include <ravel/op/fold/arg_extreme.hpp>
#include <ravel/op/keys/rolling_by.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/op/signal/detail/windows_nd.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/op/windows/difference.hpp>
#include <ravel/op/windows/downsample.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/op/windows/rolling_order.hpp>

namespace ravel {

namespace detail {

// What stands in a line behind another element less that, order times. Defined in src/ for every element type but bool.
template <class T>
tensor<difference_t<T>> differences_along(const tensor<const T>& x, index_t axis, index_t order, const tensor<difference_t<T>>* given);

template <class X>
concept differing_tensor = shaped_reader<X> && (subtracts<read_t<X>> || time_element<read_t<X>>);

}  // namespace detail

template <detail::differing_tensor X, detail::diff_option<X>... Options>
[[nodiscard]] auto diff(const X& t, const ints& axes, Options... options) {
  using T = detail::read_t<X>;
  const index_t axis = detail::one_axis("diff", axes, t.rank());
  if constexpr (time_element<T>) {
    return detail::as_durations<duration_of_t<T>>(diff(ticks(t), axis, options...));
  } else if constexpr ((detail::adds_beside<Options, T> || ...)) {
    return detail::changed_lines(
        t, axis, [&](const auto& line) { return ravel::diff(line, options...); }, detail::worked_on::each_shared);
  } else {
    return detail::differences_along<canonical_t<T>>(detail::as_canonical(t), axis, detail::option_or(order<>(), options...).value,
                                                     detail::target_of_result<detail::difference_t<canonical_t<T>>>(t));
  }
}
template <detail::differing_tensor X, detail::diff_option<X>... Options>
[[nodiscard]] auto diff(const X& t, Options... options) {
  return diff(t, detail::only_axis("diff", t.shape()), options...);
}

template <detail::real_tensor X, detail::among<spacing, gradient_ends>... Options>
[[nodiscard]] auto gradient(const X& t, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("gradient", axes, t.rank());
  const double apart = detail::option_or(spacing{}, options...).value;
  const bool second_order = detail::option_or(gradient_ends::first_order, options...) == gradient_ends::second_order;
  return detail::written_lines<detail::slope_t<X>, double>(t, axis, t.extent(axis), [&](std::span<const double> line, double* out) {
    detail::gradient_at_steps(line, apart, second_order, out);
  });
}
template <detail::real_tensor X, detail::among<spacing, gradient_ends>... Options>
[[nodiscard]] auto gradient(const X& t, Options... options) {
  return gradient(t, detail::only_axis("gradient", t.shape()), options...);
}
template <detail::real_tensor X, detail::number_reader Places, detail::among<gradient_ends>... Options>
[[nodiscard]] auto gradient(const X& t, const Places& places, const ints& axes, Options... options) {
  const auto held = detail::look_at(t);
  const buffer<double> at = detail::clone_as_doubles(places);
  const index_t axis = detail::one_axis("gradient", axes, held.rank());
  const bool second_order = detail::option_or(gradient_ends::first_order, options...) == gradient_ends::second_order;
  return detail::written_lines<detail::slope_t<X>, double>(held, axis, held.extent(axis), [&](std::span<const double> line, double* out) {
    detail::gradient_at_places(line, at.span(), second_order, out);
  });
}
template <detail::real_tensor X, detail::number_reader Places, detail::among<gradient_ends>... Options>
[[nodiscard]] auto gradient(const X& t, const Places& places, Options... options) {
  return gradient(t, places, detail::only_axis("gradient", t.shape()), options...);
}

namespace detail {

// A reducer, or a function of a reader.
template <class F, class X>
concept rolls_over = reduces<F, X> || window_function<F, X>;

template <class F, class X>
using rolled_element_t = typename rolled_rows<F, read_t<X>>::template type<read_t<X>>;
// The reducer and its results are elements, and no option leaves windows out.
template <class F, class X, class... Options>
inline constexpr bool rolls_plainly = false;
template <class F, class X, class... Options>
  requires(reduces<F, X> && element<rolled_element_t<F, X>>)
inline constexpr bool rolls_plainly<F, X, Options...> =
    element<reduced_t<F, rolled_element_t<F, X>>> && (among<Options, window_position, edge_mode> && ...);

// Which lines are worked on where F goes over windows of them: a reducer may be asked by several threads, a function of the user's may not.
template <class F, class X>
inline constexpr worked_on lines_under = reduces<F, X> ? worked_on::each_shared : worked_on::each;

// The lines of a part share the memory for what lies beyond their ends. Each writes its results where they belong.
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
template <detail::shaped_reader X, detail::rolls_over<X> F, detail::rolling_option... Options>
[[nodiscard]] auto rolling(const X& t, index_arg width, const F& f, Options... options) {
  return rolling(t, width, f, detail::only_axis("rolling", t.shape()), options...);
}

template <detail::real_tensor X, detail::weighs Reducer, detail::rolling_option... Options>
[[nodiscard]] auto rolling(const X& t, const weights& given, const Reducer& reducer, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("rolling", axes, t.rank());
  return detail::changed_lines(
      t, axis, [&](const auto& line) { return ravel::rolling(line, given, reducer, options...); }, detail::worked_on::each_shared);
}
template <detail::real_tensor X, detail::weighs Reducer, detail::rolling_option... Options>
[[nodiscard]] auto rolling(const X& t, const weights& given, const Reducer& reducer, Options... options) {
  return rolling(t, given, reducer, detail::only_axis("rolling", t.shape()), options...);
}

// Of the lines of two tensors, of which one may stretch to the shape of the other.
template <class A, class B, detail::reduces<A, B> Reducer, detail::rolling_option... Options>
  requires detail::shaped_among<A, B>
[[nodiscard]] auto rolling(const A& a, const B& b, index_arg width, const Reducer& reducer, const ints& axes, Options... options) {
  using both = detail::value_pair<detail::read_t<A>, detail::read_t<B>>;
  const auto pairs = map(detail::paired{}, detail::as_read_tensor(a), detail::as_read_tensor(b));
  return detail::changed_lines(
      pairs, detail::one_axis("rolling", axes, pairs.rank()),
      [&](const auto& line) {
        const reader<both> lent = detail::look_at(line);
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

template <detail::shaped_reader X, detail::reduces<X> Reducer, detail::ranges_option<>... Options>
[[nodiscard]] auto expanding(const X& t, const Reducer& reducer, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("expanding", axes, t.rank());
  return detail::changed_lines(
      t, axis, [&](const auto& line) { return ravel::expanding(line, reducer, options...); }, detail::as_many,
      detail::worked_on::each_shared);
}
template <detail::shaped_reader X, detail::reduces<X> Reducer, detail::ranges_option<>... Options>
[[nodiscard]] auto expanding(const X& t, const Reducer& reducer, Options... options) {
  return expanding(t, reducer, detail::only_axis("expanding", t.shape()), options...);
}

template <detail::shaped_reader X, detail::rolls_over<X> F, detail::ranges_option<>... Options>
[[nodiscard]] auto downsample(const X& t, index_arg n, const F& f, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("downsample", axes, t.rank());
  return detail::changed_lines(
      t, axis, [&](const auto& line) { return ravel::downsample(line, n, f, options...); },
      [&](index_t length) { return detail::equal_pieces(length, n).count(); }, detail::lines_under<F, X>);
}
template <detail::shaped_reader X, detail::rolls_over<X> F, detail::ranges_option<>... Options>
[[nodiscard]] auto downsample(const X& t, index_arg n, const F& f, Options... options) {
  return downsample(t, n, f, detail::only_axis("downsample", t.shape()), options...);
}

// Places along the axis, in every line its own.
template <detail::real_tensor X>
tensor<index_t> arg_largest_triangle(const X& t, index_arg n, const ints& axes) {
  const index_t axis = detail::one_axis("arg_largest_triangle", axes, t.rank());
  return detail::described_lines(
      t, axis, [&](const auto& line) { return ravel::arg_largest_triangle(line, n); },
      [&](index_t length) { return detail::room_for_triangles(length, n).size(); });
}
template <detail::real_tensor X>
tensor<index_t> arg_largest_triangle(const X& t, index_arg n) {
  return arg_largest_triangle(t, n, detail::only_axis("arg_largest_triangle", t.shape()));
}
template <detail::number_reader Keys, detail::real_tensor X>
tensor<index_t> arg_largest_triangle(const Keys& keys, const X& t, index_arg n, const ints& axes) {
  const auto held = detail::look_at(t);
  const index_t axis = detail::axis_of_keys("arg_largest_triangle", detail::size_of(keys), t.shape(), axes);
  const buffer<double> row = detail::clone_as_doubles(keys);
  return detail::described_lines(
      held, axis, [&](const auto& line) { return ravel::arg_largest_triangle(row, line, n); },
      [&](index_t length) { return detail::room_for_triangles(length, n).size(); });
}
template <detail::number_reader Keys, detail::real_tensor X>
tensor<index_t> arg_largest_triangle(const Keys& keys, const X& t, index_arg n) {
  return arg_largest_triangle(keys, t, n, detail::only_axis("arg_largest_triangle", t.shape()));
}

template <detail::real_tensor X, std::floating_point Q, detail::quantile_window_option... Options>
[[nodiscard]] auto rolling_quantile(const X& t, index_arg width, Q q, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("rolling_quantile", axes, t.rank());
  return detail::changed_lines(
      t, axis, [&](const auto& line) { return ravel::rolling_quantile(line, width, q, options...); }, detail::worked_on::each_shared);
}
template <detail::real_tensor X, std::floating_point Q, detail::quantile_window_option... Options>
[[nodiscard]] auto rolling_quantile(const X& t, index_arg width, Q q, Options... options) {
  return rolling_quantile(t, width, q, detail::only_axis("rolling_quantile", t.shape()), options...);
}

#define RAVEL_IN_ORDER(name, option, ...)                                                                                 \
  template <detail::real_tensor X, detail::option __VA_OPT__(<__VA_ARGS__>)... Options>                                   \
  [[nodiscard]] auto name(const X& t, index_arg width, const ints& axes, Options... options) {                            \
    const index_t axis = detail::one_axis(#name, axes, t.rank());                                                         \
    return detail::changed_lines(                                                                                         \
        t, axis, [&](const auto& line) { return ravel::name(line, width, options...); }, detail::worked_on::each_shared); \
  }                                                                                                                       \
  template <detail::real_tensor X, detail::option __VA_OPT__(<__VA_ARGS__>)... Options>                                   \
  [[nodiscard]] auto name(const X& t, index_arg width, Options... options) {                                              \
    return name(t, width, detail::only_axis(#name, t.shape()), options...);                                               \
  }

RAVEL_IN_ORDER(rolling_median, quantile_window_option)
RAVEL_IN_ORDER(rolling_rank, order_window_option, rank_ties)
RAVEL_IN_ORDER(rolling_mode, order_window_option)
#undef RAVEL_IN_ORDER

namespace detail {

// Each line with the weights, as they meet ascending elements.
template <class Out, class A, class X>
tensor<Out> correlated_lines(const X& t, const buffer<A>& weights, index_t axis, const convolving& how) {
  const line_correlation<A> sums(t.extent(axis), weights.span(), how);
  return written_parts<Out, A>(t, axis, sums.places(),
                               [&] { return [own = sums](std::span<const A> line, A* out) mutable { own.run(lent_node<A>(line), out); }; });
}

}  // namespace detail

// A window of several axes goes over a tensor of as many.
#define RAVEL_WEIGHTED(name, as_they_meet)                                                                                 \
  template <detail::shaped_reader X, detail::input W, detail::among<convolve_mode, edge_mode, convolve_method>... Options> \
    requires detail::convolves<X, W>                                                                                       \
  [[nodiscard]] auto name(const X& t, const W& window, const ints& axes, Options... options) {                             \
    const auto held = detail::look_at(t);                                                                                  \
    using product = detail::product_t<X, W>;                                                                               \
    const auto weights = detail::weights_to_##name<accumulator_t<product>>(window);                                        \
    const index_t axis = detail::one_axis(#name, axes, held.rank());                                                       \
    return detail::correlated_lines<sum_t<product>>(held, weights, axis, detail::convolving_by(options...));               \
  }                                                                                                                        \
  template <detail::shaped_reader X, detail::input W, detail::among<convolve_mode, edge_mode, convolve_method>... Options> \
    requires detail::convolves<X, W>                                                                                       \
  [[nodiscard]] auto name(const X& t, const W& window, Options... options) {                                               \
    if constexpr (detail::shaped_reader<W>) {                                                                              \
      const auto held = detail::look_at(t);                                                                                \
      return detail::correlate_tensors(held, as_they_meet, options...);                                                    \
    } else {                                                                                                               \
      return name(t, window, detail::only_axis(#name, t.shape()), options...);                                             \
    }                                                                                                                      \
  }

RAVEL_WEIGHTED(convolve, detail::flipped_over(window))
RAVEL_WEIGHTED(correlate, detail::as_conjugates(window))
#undef RAVEL_WEIGHTED

RAVEL_TAKES_INTO(diff)
RAVEL_TAKES_INTO(gradient)
RAVEL_TAKES_INTO(rolling)
RAVEL_TAKES_INTO(expanding)
RAVEL_TAKES_INTO(downsample)
RAVEL_TAKES_INTO(arg_largest_triangle)
RAVEL_TAKES_INTO(rolling_quantile)
RAVEL_TAKES_INTO(rolling_median)
RAVEL_TAKES_INTO(rolling_rank)
RAVEL_TAKES_INTO(rolling_mode)
RAVEL_TAKES_INTO(convolve)
RAVEL_TAKES_INTO(correlate)

}  // namespace ravel
