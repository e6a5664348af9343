// SPDX-License-Identifier: BSL-1.0
// The rearranging verbs of readers (slice, select, reverse, repeat, shift, concat, interleave) for tensors with one axis, which need not
// name it. Any other rank is a shape_error that asks for the axis. The results are views, which own their source.
#pragma once

#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/tensor/concat.hpp>
#include <ravel/tensor/detail/lines.hpp>

namespace ravel {

namespace detail {

// `named` is the spelling of the operation with an axis.
RAVEL_API void check_one_axis(const char* operation, const char* named, const shape& of);

// A reader always has one axis.
template <class... Xs>
void check_one_axis_each(const char* operation, const char* named, const Xs&... xs) {
  [[maybe_unused]] const auto check = [&](const auto& x) {
    if constexpr (shaped<std::remove_cvref_t<decltype(x)>>) check_one_axis(operation, named, x.shape());
  };
  (check(xs), ...);
}

}  // namespace detail

// (To slice with a step, name the axis: slice(t, 0, start, count, step).)
template <detail::shaped_reader X>
[[nodiscard]] auto slice(const X& t, index_arg start, index_arg count) {
  detail::check_one_axis("slice", "slice(t, axis, start, count)", t.shape());
  return slice(t, 0, start, count);
}
template <detail::shaped_reader X, detail::among<open_slice, index_range> Positions>
[[nodiscard]] auto slice(const X& t, const Positions& positions) {
  detail::check_one_axis("slice", "slice(t, axis, positions)", t.shape());
  return slice(t, 0, positions);
}
template <detail::shaped_reader X>
[[nodiscard]] auto select(const X& t, const selection& positions) {
  detail::check_one_axis("select", "take(t, axis, positions)", t.shape());
  return take(t, 0, positions);
}
template <detail::shaped_reader X>
[[nodiscard]] auto select(const X& t, const open_slice& positions) {
  detail::check_one_axis("select", "slice(t, axis, positions)", t.shape());
  return slice(t, 0, positions);
}
// Selects where a mask of the same size is true. The mask is read now.
template <detail::shaped_reader X, readable Mask>
  requires boolean_element<detail::read_t<Mask>>
[[nodiscard]] auto select(const X& t, const Mask& mask) {
  detail::check_one_axis("select", "t(mask)", t.shape());
  return t(mask);
}
template <detail::shaped_reader X>
[[nodiscard]] auto reverse(const X& t) {
  detail::check_one_axis("reverse", "flip(t, axis)", t.shape());
  return flip(t, 0);
}
template <detail::shaped_reader X>
[[nodiscard]] auto repeat(const X& t, index_arg times) {
  detail::check_one_axis("repeat", "tile(t, {times, …})", t.shape());
  return tile(t, index_t{times});
}

// Position i shows position i - by; the gap repeats the edge element.
template <detail::shaped_reader X>
tensor<const detail::read_t<X>> shift(const X& t, index_arg by) {
  detail::check_one_axis("shift", "a view of an axis, or rotate(t, {by, …}), which goes around", t.shape());
  return {dims::row_major(t.shape()), shift(reader<detail::read_t<X>>(t), by)};
}

template <class... Xs>
  requires detail::joinable<Xs...>
[[nodiscard]] auto concat(const Xs&... xs) {
  detail::check_one_axis_each("concat", "concat(along(axis), a, b)", xs...);
  return concat(along(0), xs...);
}
template <class X, class... Xs>
  requires(detail::joinable<X, Xs...> && (std::same_as<detail::read_t<X>, detail::read_t<Xs>> && ...))
tensor<const detail::read_t<X>> interleave(const X& first, const Xs&... more) {
  using T = detail::read_t<X>;
  detail::check_one_axis_each("interleave", "stack(along(axis), a, b)", first, more...);
  const reader<T> whole = interleave(reader<T>(detail::as_read_tensor(first)), reader<T>(detail::as_read_tensor(more))...);
  return {dims::row_major(whole.size()), whole};
}

}  // namespace ravel
