// SPDX-License-Identifier: BSL-1.0
// Views of tensors, also of those whose type is known at run time and of distributed ones. Every view is always possible, and none copies.
// A view of a writable tensor is writable, unless several positions show one element: broadcast, tile and windows are read-only. A view
// owns its source. Negative axes count from the end. Any thread may read.
#pragma once

#include <ravel/lazy/field.hpp>
#include <ravel/tensor/map.hpp>

namespace ravel {

namespace detail {

// `times` repetitions on each axis of a shape; missing leading numbers are 1.
RAVEL_API dims tiled(const dims& map, const ints& times);
RAVEL_API dims rotated(const dims& map, const ints& shifts);
RAVEL_API dims flipped(const dims& map, const ints& axes);
RAVEL_API dims quarter_turned(const dims& map, index_t times, index_t from, index_t to);
RAVEL_API dims squeezed(const dims& map, index_t axis);
RAVEL_API dims windowed(const dims& map, const ints& axes, const ints& widths, const ints& steps);
RAVEL_API ints reversed_axes(index_t rank);
RAVEL_API void check_split(const shape& of, index_t axis, const ints& counts);

}  // namespace detail

// Axis k of the result is axis axes[k] of t; without axes, the order is reversed.
template <detail::viewable X>
[[nodiscard]] auto transpose(const X& t, const ints& axes) {
  return detail::view_maker<X>::of(t, [&](const dims& map) { return map.transpose(axes); });
}
template <detail::viewable X>
[[nodiscard]] auto transpose(const X& t) {
  return detail::view_maker<X>::of(t, [](const dims& map) { return map.transpose(detail::reversed_axes(map.rank())); });
}
// Axes a and b change places.
template <detail::viewable X>
[[nodiscard]] auto swap_axes(const X& t, index_arg a, index_arg b) {
  return detail::view_maker<X>::of(t, [&](const dims& map) { return map.swap_axes(a, b); });
}
// Takes one position of an axis and drops the axis.
template <detail::viewable X>
[[nodiscard]] auto select(const X& t, index_arg axis, index_arg position) {
  return detail::view_maker<X>::of(t, [&](const dims& map) { return map.select(axis, position); });
}
template <detail::viewable X, detail::integer Int>
void select(const X& t, Int position) = delete;  // of which axis? select(t, axis, position), or t(position) of the first
// `count` positions of an axis, from `start`, each `step` further; or those of a range or an open slice.
template <detail::viewable X>
[[nodiscard]] auto slice(const X& t, index_arg axis, index_arg start, index_arg count, index_arg step = 1) {
  return detail::view_maker<X>::of(t, [&](const dims& map) { return map.slice(axis, start, count, step); });
}
template <detail::viewable X>
[[nodiscard]] auto slice(const X& t, index_arg axis, const index_range& positions) {
  return detail::view_maker<X>::of(t, [&](const dims& map) { return map.slice(axis, positions); });
}
template <detail::viewable X>
[[nodiscard]] auto slice(const X& t, index_arg axis, const open_slice& positions) {
  return detail::view_maker<X>::of(t, [&](const dims& map) { return detail::sliced_axis(map, axis, positions); });
}
// The given positions of an axis, in their order; they may repeat.
template <detail::viewable X>
[[nodiscard]] auto take(const X& t, index_arg axis, const selection& positions) {
  return detail::view_maker<X>::of(t, [&](const dims& map) { return map.gather(axis, positions); });
}
// These axes, or all, in reverse.
template <detail::viewable X>
[[nodiscard]] auto flip(const X& t, const ints& axes) {
  return detail::view_maker<X>::of(t, [&](const dims& map) { return detail::flipped(map, axes); });
}
template <detail::viewable X>
[[nodiscard]] auto flip(const X& t) {
  return detail::view_maker<X>::of(t, [](const dims& map) { return detail::flipped(map, detail::reversed_axes(map.rank())); });
}
// Rotates by `times` right angles in the plane of two axes, from the first towards the second; a negative number rotates back.
template <detail::viewable X>
[[nodiscard]] auto rot90(const X& t, index_arg times = 1, index_arg from = 0, index_arg to = 1) {
  return detail::view_maker<X>::of(t, [&](const dims& map) { return detail::quarter_turned(map, times, from, to); });
}
// Position i of axis k moves to i + shifts[k], cyclically.
template <detail::viewable X>
[[nodiscard]] auto rotate(const X& t, const ints& shifts) {
  return detail::view_maker<X>::of(t, [&](const dims& map) { return detail::rotated(map, shifts); });
}
// The same elements in row-major order; one extent may be -1.
template <detail::viewable X>
[[nodiscard]] auto reshape(const X& t, const ints& extents) {
  return detail::view_maker<X>::of(t, [&](const dims& map) { return map.reshape(extents); });
}
// All elements on one axis, in row-major order.
template <detail::viewable X>
[[nodiscard]] auto flat(const X& t) {
  return reshape(t, {-1});
}
// Drops all axes of extent 1.
template <detail::viewable X>
[[nodiscard]] auto squeeze(const X& t) {
  return detail::view_maker<X>::of(t, [](const dims& map) { return map.squeeze(); });
}
// Drops one axis, whose extent must be 1.
template <detail::viewable X>
[[nodiscard]] auto squeeze(const X& t, index_arg axis) {
  return detail::view_maker<X>::of(t, [&](const dims& map) { return detail::squeezed(map, axis); });
}
// Adds an axis of extent 1 at that place.
template <detail::viewable X>
[[nodiscard]] auto new_axis(const X& t, index_arg at) {
  return detail::view_maker<X>::of(t, [&](const dims& map) { return map.new_axis(at); });
}
// Index i of the new last axis is position i of axis a and i + shift of axis b.
template <detail::viewable X>
[[nodiscard]] auto diagonal(const X& t, index_arg a = 0, index_arg b = 1, index_arg by = 0) {
  return detail::view_maker<X>::of(t, [&](const dims& map) { return map.diagonal(a, b, by); });
}

// Broadcasts as elementwise work does: only extents of 1 and missing leading axes grow.
template <detail::viewable X>
[[nodiscard]] auto stretch(const X& t, const shape& extents) {
  return detail::view_maker<X>::to_read(t, [&](const dims& map) { return detail::stretched_map(map, extents); });
}
// Repeats: each extent must be a multiple of the one it grows from.
template <detail::viewable X>
[[nodiscard]] auto broadcast(const X& t, const ints& extents) {
  return detail::view_maker<X>::to_read(t, [&](const dims& map) { return map.broadcast(extents); });
}
// Repeats each axis as a whole, that many times.
template <detail::viewable X>
[[nodiscard]] auto tile(const X& t, const ints& times) {
  return detail::view_maker<X>::to_read(t, [&](const dims& map) { return detail::tiled(map, times); });
}
// Every window of those widths along those axes. The coordinates within a window are the new last axes, in the order of `axes`. A single
// step stands for all.
template <detail::viewable X>
[[nodiscard]] auto windows(const X& t, const ints& axes, const ints& widths, const ints& steps = 1) {
  return detail::view_maker<X>::to_read(t, [&](const dims& map) { return detail::windowed(map, axes, widths, steps); });
}

// Splits an axis into consecutive parts of those sizes, which must add up to its extent.
template <detail::viewable X>
[[nodiscard]] auto split(const X& t, index_arg axis, const ints& counts) {
  detail::check_split(t.shape(), axis, counts);
  std::vector<decltype(slice(t, axis, 0, 0))> parts;
  index_t start = 0;
  for (const index_t count : counts) {
    parts.push_back(slice(t, axis, start, count));
    start += count;
  }
  return parts;
}

// One member of each struct, as a tensor of the same shape; writable if the tensor and the member are.
template <detail::shaped_reader X, class S, class Member>
  requires(std::derived_from<detail::read_t<X>, S> && std::semiregular<std::remove_const_t<Member>>)
[[nodiscard]] auto field(const X& t, Member S::*member) {
  using T = std::remove_const_t<Member>;
  if constexpr (writable<X> && !std::is_const_v<Member>) {
    return tensor<T>(t.dims(), field(detail_access::wrap<writer<detail::read_t<X>>>(detail::tensor_node_of(t).base()), member));
  } else {
    const tensor<const detail::read_t<X>> held(t);
    return tensor<const T>(held.dims(), field(held.base(), member));
  }
}

// True if `a` looks at elements that `b` holds.
template <class T, class U>
[[nodiscard]] bool is_view_of(const tensor<T>& a, const tensor<U>& b) {
  const auto& x = detail::tensor_node_of<std::remove_const_t<T>>(a);
  const auto& y = detail::tensor_node_of<std::remove_const_t<U>>(b);
  return detail::is_view_of(x, y);
}

// as_tensor gives a reader a shape. Numbers for several axes are one list in braces.
void transpose(...) = delete;  // of a tensor, which as_tensor(r, {2, 3}) makes of a reader: transpose(t), transpose(t, {1, 0})
void swap_axes(...) = delete;  // of a tensor, which as_tensor(r, {2, 3}) makes of a reader: swap_axes(t, 0, 1)
void flip(...) = delete;       // of a tensor, which as_tensor(r, {2, 3}) makes of a reader: flip(t), flip(t, {0, 1})
void rot90(...) = delete;      // of a tensor, which as_tensor(r, {2, 3}) makes of a reader: rot90(t, times, from, to)
void rotate(...) = delete;     // of a tensor, which as_tensor(r, {2, 3}) makes of a reader: rotate(t, {1, -1})
void reshape(...) = delete;    // of a tensor, which as_tensor(r, {2, 3}) makes of a reader: reshape(t, {3, 2})
void flat(...) = delete;       // of a tensor, which as_tensor(r, {2, 3}) makes of a reader: flat(t)
void squeeze(...) = delete;    // of a tensor, which as_tensor(r, {2, 3}) makes of a reader: squeeze(t), squeeze(t, axis)
void new_axis(...) = delete;   // of a tensor, which as_tensor(r, {2, 3}) makes of a reader: new_axis(t, axis)
void diagonal(...) = delete;   // of a tensor, which as_tensor(r, {2, 3}) makes of a reader: diagonal(t), diagonal(t, a, b, shift)
void stretch(...) = delete;    // of a tensor, which as_tensor(r, {2, 3}) makes of a reader: stretch(t, {4, 3})
void broadcast(...) = delete;  // of a tensor, which as_tensor(r, {2, 3}) makes of a reader: broadcast(t, {4, 3})
void tile(...) = delete;       // of a tensor, which as_tensor(r, {2, 3}) makes of a reader: tile(t, {2, 2})
void windows(...) = delete;    // of a tensor, which as_tensor(r, {2, 3}) makes of a reader: windows(t, axes, widths, steps)
void split(...) = delete;      // of a tensor: split(t, axis, {2, 3}); of words, apart at a separator: split(r, ",")

}  // namespace ravel
