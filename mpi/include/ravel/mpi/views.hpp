// SPDX-License-Identifier: BSL-1.0
// Views of distributed tensors and of expressions of them. A view changes dims and moves nothing, so it is local. It shares the elements.
#pragma once

#include <ravel/mpi/elementwise.hpp>

namespace ravel {
namespace mpi {

// Axis k of the result is axis axes[k] of t; without axes, the order is reversed.
template <detail::distributed X>
[[nodiscard]] auto transpose(const X& t, const ints& axes) {
  return t.changed([&](const dims& map) { return map.transpose(axes); });
}
template <detail::distributed X>
[[nodiscard]] auto transpose(const X& t) {
  return transpose(t, ravel::detail::reversed_axes(t.rank()));
}
// Axes a and b change places.
template <detail::distributed X>
[[nodiscard]] auto swap_axes(const X& t, index_arg a, index_arg b) {
  return t.changed([&](const dims& map) { return map.swap_axes(a, b); });
}
// Takes one position of an axis and drops the axis.
template <detail::distributed X>
[[nodiscard]] auto select(const X& t, index_arg axis, index_arg position) {
  return t.changed([&](const dims& map) { return map.select(axis, position); });
}
// `count` positions of an axis, from `start`, each `step` further.
template <detail::distributed X>
[[nodiscard]] auto slice(const X& t, index_arg axis, index_arg start, index_arg count, index_arg step = 1) {
  return t.changed([&](const dims& map) { return map.slice(axis, start, count, step); });
}
// The given positions of an axis, in their order; they may repeat.
template <detail::distributed X>
[[nodiscard]] auto take(const X& t, index_arg axis, const selection& positions) {
  return t.changed([&](const dims& map) { return map.gather(axis, positions); });
}
// These axes, or all, in reverse.
template <detail::distributed X>
[[nodiscard]] auto flip(const X& t, const ints& axes) {
  return t.changed([&](const dims& map) { return ravel::detail::flipped(map, axes); });
}
template <detail::distributed X>
[[nodiscard]] auto flip(const X& t) {
  return flip(t, ravel::detail::reversed_axes(t.rank()));
}
// Rotates by `times` right angles in the plane of two axes, from the first towards the second.
template <detail::distributed X>
[[nodiscard]] auto rot90(const X& t, index_arg times = 1, index_arg from = 0, index_arg to = 1) {
  return t.changed([&](const dims& map) { return ravel::detail::quarter_turned(map, times, from, to); });
}
// Position i of axis k moves to i + shifts[k], cyclically.
template <detail::distributed X>
[[nodiscard]] auto rotate(const X& t, const ints& shifts) {
  return t.changed([&](const dims& map) { return ravel::detail::rotated(map, shifts); });
}
// The same elements in row-major order; one extent may be -1.
template <detail::distributed X>
[[nodiscard]] auto reshape(const X& t, const ints& extents) {
  return t.changed([&](const dims& map) { return map.reshape(extents); });
}
// All elements on one axis, in row-major order.
template <detail::distributed X>
[[nodiscard]] auto flat(const X& t) {
  return reshape(t, {-1});
}
// Drops all axes of extent 1.
template <detail::distributed X>
[[nodiscard]] auto squeeze(const X& t) {
  return t.changed([](const dims& map) { return map.squeeze(); });
}
// Adds an axis of extent 1 at that place.
template <detail::distributed X>
[[nodiscard]] auto new_axis(const X& t, index_arg at) {
  return t.changed([&](const dims& map) { return map.new_axis(at); });
}
// Index i of the new last axis is position i of axis a and i + by of axis b.
template <detail::distributed X>
[[nodiscard]] auto diagonal(const X& t, index_arg a = 0, index_arg b = 1, index_arg by = 0) {
  return t.changed([&](const dims& map) { return map.diagonal(a, b, by); });
}

// stretch, broadcast, tile and windows show elements at several positions, so nothing can be written to them.
// Stretches extents of 1 and missing leading axes, as elementwise work does.
template <detail::distributed X>
[[nodiscard]] auto stretch(const X& t, const ravel::shape& extents) {
  return t.changed([&](const dims& map) { return ravel::detail::stretched_map(map, extents); });
}
// Repeats elements: each extent must be a multiple of the one it grows from.
template <detail::distributed X>
[[nodiscard]] auto broadcast(const X& t, const ints& extents) {
  return t.changed([&](const dims& map) { return map.broadcast(extents); });
}
// Repeats each axis as a whole, that many times.
template <detail::distributed X>
[[nodiscard]] auto tile(const X& t, const ints& times) {
  return t.changed([&](const dims& map) { return ravel::detail::tiled(map, times); });
}
// Every window of those widths; the coordinates inside are the new last axes.
template <detail::distributed X>
[[nodiscard]] auto windows(const X& t, const ints& axes, const ints& widths, const ints& steps = 1) {
  return t.changed([&](const dims& map) { return ravel::detail::windowed(map, axes, widths, steps); });
}

}  // namespace mpi
}  // namespace ravel
