// SPDX-License-Identifier: BSL-1.0
// Work that goes along one axis: cumsum, cumprod, cummin, cummax, sort and argsort keep the shape, reduce_axis makes one value of each
// line. All are eager and give fresh tensors; a line has the bits that the same work on it alone would give.
#pragma once

#include <ravel/op/fold/arg_axes.hpp>
#include <ravel/op/fold/scan.hpp>
#include <ravel/op/order/rank.hpp>

namespace ravel {

namespace detail {

// The next element of n lines beside each other, of which each has come to what stands in `before`.
template <class How, class T, class Before, class Out>
void carry_across(How, block<const T> b, index_t n, Before* before, Out* out) {
  for (index_t j = 0; j < n; ++j) {
    auto now = How::step(before[j], b.data[j * b.step]);
    if constexpr (!std::is_const_v<Before>) before[j] = now;
    out[j] = static_cast<Out>(now);
  }
}

// Lines of a sparse view, each of them one piece; those without entries are alike.
template <class How, class T>
void running_lines_by_entries(const tensor<const T>& view, const axis_plan& plan, typename How::out* out) {
  each_stored_line<T>(view, {plan.order, {plan.outer}, plan.inner}, [&](const reader<T>& line, index_t first, index_t count) {
    auto* const at = out + first * plan.inner;
    carry_on_by_entries<How, T>(detail_access::node(line), at);
    for (index_t k = 1; k < count; ++k) std::copy_n(at, plan.inner, at + k * plan.inner);
  });
}

// Every line as the scan of it alone. What lines beside each other have come to is the row before in the result, or is kept beside where it
// is more precise than that.
template <class How, class T>
tensor<typename How::out> running_lines(const tensor<const T>& x, index_t axis, const tensor<typename How::out>* given) {
  using carried = std::invoke_result_t<decltype(How::begin), const T&>;
  constexpr bool in_result = std::same_as<carried, typename How::out>;
  const axis_plan plan = plan_axes(x.shape(), worked_axes(axis, x.rank()), memory_order_of(x), index_limit);
  const tensor<const T> view = in_order_of(x, plan);
  const result_memory<typename How::out> made(given, view.shape(), plan.order);
  auto* out = made.data();
  if constexpr (element<T>) {
    constexpr index_t worth_a_call = 256;  // a line as long
    if (plan.strip == 1 && plan.inner >= worth_a_call && few_entries<T>(detail_access::node(view))) {
      running_lines_by_entries<How>(view, plan, out);
      return made.result();
    }
  }
  const auto carry = std::make_unique<carried[]>(static_cast<std::size_t>(std::max<index_t>(in_result ? 1 : plan.strip, 1)));
  row_cut rows(plan);
  each_piece(view, [&](block<const T> b, index_t n) {
    rows.take(b, n, [&](block<const T> part, index_t row, index_t column, index_t count) {
      if (plan.strip == 1) {
        carry_on(row == 0, carry[0], part, count, out, How::begin, How::step);
      } else if (row == 0) {
        for (index_t j = 0; j < count; ++j) {
          const carried first = How::begin(part.data[j * part.step]);
          if constexpr (!in_result) carry[static_cast<std::size_t>(column + j)] = first;
          out[j] = static_cast<typename How::out>(first);
        }
      } else if constexpr (in_result) {
        carry_across(How{}, part, count, static_cast<const carried*>(out) - plan.strip, out);
      } else {
        carry_across(How{}, part, count, carry.get() + column, out);
      }
      out += count;
    });
  });
  return made.result();
}

template <class How, class T>
tensor<typename How::out> running_in_src(const tensor<const T>& x, index_t axis, const tensor<typename How::out>* given);  // in src/

template <class How, class X>
tensor<typename How::out> running_along(const X& x, index_t axis) {
  using T = read_t<X>;
  const auto* const given = target_of_result<typename How::out>(x);
  if constexpr (in_src<T>) {
    return running_in_src<How, T>(x, axis, given);
  } else {
    return running_lines<How, T>(x, axis, given);
  }
}

// The axes but one, in front of it.
RAVEL_API axis_list with_axis_last(index_t axis, index_t rank);
// The view of one line: position `line` of the axes but one.
RAVEL_API dims line_of(const dims& map, index_t axis, index_t line);
RAVEL_API shape without_axis(const shape& of, index_t axis);

// Lines of a copy, sorted where they stand; those of a sparse tensor by what they store.
template <class T, class... Options>
tensor<T> sorted_lines(const tensor<const T>& x, const tensor<T>* given, index_t axis, Options... options) {
  if (by_entries<T>(detail_access::node(x)))
    return described_lines(
        aimed(x, given), axis, [&](const reader<T>& line) { return ravel::sort(line, options...); }, as_many,
        lines_in_order<tensor<const T>, Options...>);
  const axis_list order = with_axis_last(axis, x.rank());
  const tensor<const T> lines = transpose(x, as_span(order));
  const result_memory<T> made(given, lines.shape(), order);
  copy_elements(lines, made.view(), target_is::fresh);
  if (lines.size() == 0) return made.result();
  const index_t length = lines.extent(-1), count = lines.size() / length;
  T* const first = made.data();
  const auto sort_some = [&](index_t begin, index_t end) {
    for (index_t k = begin; k < end; ++k) sort_in_place(std::span(first + k * length, static_cast<std::size_t>(length)), options...);
  };
  if constexpr (lines_in_order<tensor<const T>, Options...> == worked_on::shared) {
    in_pieces(count, length, sort_some);
  } else {
    sort_some(0, count);
  }
  return made.result();
}
template <class T>
tensor<T> sorted_lines_in_src(const tensor<const T>& x, const tensor<T>* given, index_t axis, sort_order direction);  // defined in src/

}  // namespace detail

// Element i of a line takes in its elements 0 to i. Integers are exact in 64 bits or throw; NaN stays from where it was met.
#define RAVEL_RUNNING(name, takes, running, by)                                                                                       \
  template <detail::takes X, detail::among<nan_policy>... Options>                                                                    \
  [[nodiscard]] auto name(const X& t, const ints& axes, Options... options) {                                                         \
    const index_t axis = detail::one_axis(#name, axes, t.rank());                                                                     \
    if constexpr (sizeof...(Options) > 0 || !element<detail::read_t<X>>) {                                                            \
      return detail::changed_lines(                                                                                                   \
          t, axis, [&](const auto& line) { return ravel::name(line, options...); }, detail::as_many, detail::worked_on::each_shared); \
    } else {                                                                                                                          \
      return detail::running_along<detail::running<detail::by, detail::read_t<X>>>(t, axis);                                          \
    }                                                                                                                                 \
  }                                                                                                                                   \
  template <detail::takes X, detail::among<nan_policy>... Options>                                                                    \
  [[nodiscard]] auto name(const X& t, Options... options) {                                                                           \
    return name(t, detail::only_axis(#name, t.shape()), options...);                                                                  \
  }

RAVEL_RUNNING(cumsum, element_tensor, running_total, checked_plus)
RAVEL_RUNNING(cumprod, element_tensor, running_total, checked_times)
RAVEL_RUNNING(cummin, comparable_tensor, running_extreme, least)
RAVEL_RUNNING(cummax, comparable_tensor, running_extreme, greatest)
#undef RAVEL_RUNNING

template <detail::durations_tensor X>
[[nodiscard]] auto cumsum(const X& t, const ints& axes) {
  return detail::as_durations<detail::read_t<X>>(cumsum(ticks(t), axes));
}
template <detail::durations_tensor X>
[[nodiscard]] auto cumsum(const X& t) {
  return cumsum(t, detail::only_axis("cumsum", t.shape()));
}

template <detail::shaped_reader X, detail::combines_in_kind<detail::read_t<X>> F>
[[nodiscard]] auto scan(const X& t, F f, const ints& axes) {
  const index_t axis = detail::one_axis("scan", axes, t.rank());
  return detail::changed_lines(
      t, axis, [&](const auto& line) { return ravel::scan(line, std::ref(f)); }, detail::as_many);
}
template <detail::shaped_reader X, detail::combines_in_kind<detail::read_t<X>> F>
[[nodiscard]] auto scan(const X& t, F f) {
  return scan(t, std::move(f), detail::only_axis("scan", t.shape()));
}

// f(line) for every line along an axis, as a tensor<const T> of rank 1; its values are the elements of a tensor without that axis.
template <detail::shaped_reader X, class F>
  requires std::invocable<F&, const tensor<const detail::read_t<X>>&>
[[nodiscard]] auto reduce_axis(const X& t, index_arg axis, F f) {
  using T = detail::read_t<X>;
  using R = std::remove_cvref_t<std::invoke_result_t<F&, const tensor<const T>&>>;
  const auto held = detail::look_at(t);  // f may bind that name anew
  const shape lines = detail::without_axis(held.shape(), axis);
  const detail::result_memory<R> made(detail::target_of_result<R>(held), lines);
  R* const out = made.data();
  for (index_t line = 0; line < lines.elements(); ++line) {
    const tensor<const T> at = detail::viewed(held, [&](const dims& map) { return detail::line_of(map, axis, line); });
    out[line] = f(at);
  }
  return made.result();
}

namespace detail {

// Lines that have no entries go each to its place in the result, and what is needed for that is kept for all of them. Defined in src/.
template <class T>
tensor<index_t> argsorted_lines(const tensor<const T>& x, const tensor<index_t>* given, index_t axis, sort_direction how);
template <class T>
tensor<double> ranked_lines(const tensor<const T>& x, const tensor<double>* given, index_t axis, rank_ties ties);

template <class X>
bool lines_without_entries(const X& t) {
  return !by_entries<read_t<X>>(detail_access::node(as_read_tensor(t)));
}

}  // namespace detail

// Every line in order, as the operation on it alone has it.
template <detail::shaped_reader X, detail::order_option<X>... Options>
  requires detail::has_order<X, Options...>
[[nodiscard]] auto sort(const X& t, const ints& axes, Options... options) {
  using T = detail::read_t<X>;
  const index_t axis = detail::one_axis("sort", axes, t.rank());
  if constexpr (detail::in_src<T> && !(detail::order_of<Options, X> || ...)) {
    return detail::sorted_lines_in_src<T>(t, detail::target_of_result<T>(t), axis, detail::option_or(sort_order::ascending, options...));
  } else {
    return detail::sorted_lines<T>(t, detail::target_of_result<T>(t), axis, options...);
  }
}
// Where in its line each element of the sorted line stood.
template <detail::shaped_reader X, detail::order_option<X, nan_place>... Options>
  requires detail::has_order<X, Options...>
tensor<index_t> argsort(const X& t, const ints& axes, Options... options) {
  using T = detail::read_t<X>;
  const index_t axis = detail::one_axis("argsort", axes, t.rank());
  if constexpr (detail::in_src<T> && !(detail::order_of<Options, X> || ...)) {
    const nan_place nan = detail::option_or(nan_place::last, options...);
    const bool descending = detail::option_or(sort_order::ascending, options...) == sort_order::descending;
    if (nan != nan_place::refuse && detail::lines_without_entries(t))
      return detail::argsorted_lines<T>(t, detail::target_of_result<index_t>(t), axis, {descending, nan == nan_place::first});
  }
  return detail::described_lines(
      t, axis, [&](const auto& line) { return ravel::argsort(line, options...); }, detail::as_many, detail::lines_in_order<X, Options...>);
}

template <detail::shaped_reader X, detail::order_option<X>... Options>
  requires detail::has_order<X, Options...>
[[nodiscard]] auto sort(const X& t, Options... options) {
  return sort(t, detail::only_axis("sort", t.shape()), options...);
}
template <detail::shaped_reader X, detail::order_option<X, nan_place>... Options>
  requires detail::has_order<X, Options...>
[[nodiscard]] auto argsort(const X& t, Options... options) {
  return argsort(t, detail::only_axis("argsort", t.shape()), options...);
}

template <detail::comparable_tensor X, detail::among<rank_ties>... Options>
tensor<double> rank(const X& t, const ints& axes, Options... options) {
  using T = detail::read_t<X>;
  const index_t axis = detail::one_axis("rank", axes, t.rank());
  if constexpr (detail::in_src<T>) {
    const rank_ties ties = detail::option_or(rank_ties::average, options...);
    if (detail::lines_without_entries(t)) return detail::ranked_lines<T>(t, detail::target_of_result<double>(t), axis, ties);
  }
  return detail::described_lines(
      t, axis, [&](const auto& line) { return ravel::rank(line, options...); }, detail::as_many);
}
template <detail::comparable_tensor X, detail::among<rank_ties>... Options>
tensor<double> rank(const X& t, Options... options) {
  return rank(t, detail::only_axis("rank", t.shape()), options...);
}

#define RAVEL_ALONG_ONE_AXIS_WHICH_STAYS(name) \
  template <class... Others>                   \
  void name(detail::any_shaped t, const ints& axis, Others... others) = delete;  // along one axis, which stays; then nan_policy::skip

RAVEL_TAKES_INTO(cumsum)
RAVEL_TAKES_INTO(cumprod)
RAVEL_TAKES_INTO(cummin)
RAVEL_TAKES_INTO(cummax)
RAVEL_TAKES_INTO(scan)
RAVEL_TAKES_INTO(reduce_axis)
RAVEL_TAKES_INTO(sort)
RAVEL_TAKES_INTO(argsort)
RAVEL_TAKES_INTO(rank)

RAVEL_ALONG_ONE_AXIS_WHICH_STAYS(cumsum)
RAVEL_ALONG_ONE_AXIS_WHICH_STAYS(cumprod)
RAVEL_ALONG_ONE_AXIS_WHICH_STAYS(cummin)
RAVEL_ALONG_ONE_AXIS_WHICH_STAYS(cummax)
#undef RAVEL_ALONG_ONE_AXIS_WHICH_STAYS

template <detail::shaped_reader X, class... Others>
void sort(const X& t, const ints& axes, Others... others) = delete;  // the elements have no order of their own: sort(x, axis, less)
template <detail::shaped_reader X, class... Others>
void argsort(const X& t, const ints& axes, Others... others) = delete;  // the elements have no order of their own: argsort(x, axis, less)

}  // namespace ravel
