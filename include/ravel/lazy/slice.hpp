// SPDX-License-Identifier: BSL-1.0
// slice: every step-th element from start on, as a view. Memory stays memory, and a slice of a slice is one node. Writes go through to a
// writer; a contiguous part of a buffer is a buffer. reverse: the elements from last to first, as a slice. shift: the elements moved
// towards the end, or towards the start by a negative number. select: the elements at given
// positions, in the given order. All own their source. Any thread may read.
#pragma once

#include <ravel/index/detail/marks.hpp>
#include <ravel/index/open_slice.hpp>
#include <ravel/lazy/sources.hpp>
#include <ravel/storage/buffer.hpp>

namespace ravel {

namespace detail {

RAVEL_API shared_untyped slice_of(const shared_untyped& below, const index_range& places);
RAVEL_API shared_untyped shift_of(const shared_untyped& below, index_t by);
RAVEL_API void check_mask_size(index_t mask, index_t size);
RAVEL_API shared_untyped select_of(const shared_untyped& below, const selection& places);

}  // namespace detail

template <detail::rearrangeable R>
[[nodiscard]] auto slice(R&& r, index_arg start, index_arg count, index_arg step) {
  return detail::make_view<R>(detail::slice_of(detail::owned_source(std::forward<R>(r)), slice(start, count, step)));
}

// Without a step, a part of a buffer is a buffer, because its elements are consecutive too.
template <detail::rearrangeable R>
[[nodiscard]] auto slice(R&& r, index_arg start, index_arg count) {
  using T = detail::read_t<R>;
  const auto part = detail::slice_of(detail::owned_source(std::forward<R>(r)), slice(start, count));
  if constexpr (std::same_as<std::remove_cvref_t<R>, buffer<T>>) {
    return detail_access::wrap<buffer<T>>(part);
  } else {
    return detail::make_view<R>(part);
  }
}

// slice(r, slice_from(1)), slice(r, slice_before(last).every(2)).
template <detail::rearrangeable R>
[[nodiscard]] auto slice(R&& r, const open_slice& positions) {
  const index_range places = positions.within(r.size());
  return detail::make_view<R>(detail::slice_of(detail::owned_source(std::forward<R>(r)), places));
}
template <detail::rearrangeable R>
[[nodiscard]] auto slice(R&& r, const index_range& positions) {
  return detail::make_view<R>(detail::slice_of(detail::owned_source(std::forward<R>(r)), positions));
}
void slice(...) = delete;  // up to where? slice(r, start, count), or slice(r, slice_from(start)); of an axis: slice(t, axis, start, count)

// The elements from last to first.
template <detail::rearrangeable R>
[[nodiscard]] auto reverse(R&& r) {
  const auto below = detail::owned_source(std::forward<R>(r));
  return detail::make_view<R>(detail::slice_of(below, slice(0, below->size()).reversed()));
}

// The size stays, and the edge element fills the gap.
template <detail::rearrangeable R>
reader<detail::read_t<R>> shift(R&& r, index_arg by) {
  return detail::reader_of<detail::read_t<R>>(detail::shift_of(detail::owned_source(std::forward<R>(r)), by));
}

// The positions are checked once and kept. A range of positions gives a slice, and a selection of a selection is one node.
template <detail::rearrangeable R>
[[nodiscard]] auto select(R&& r, const selection& positions) {
  return detail::make_view<R>(detail::select_of(detail::owned_source(std::forward<R>(r)), positions));
}

template <detail::rearrangeable R>
[[nodiscard]] auto select(R&& r, const open_slice& positions) {
  return slice(std::forward<R>(r), positions);
}
// Selects where a mask of the same size is true. The mask is read now.
template <detail::rearrangeable R, detail::rearrangeable M>
  requires boolean_element<detail::read_t<M>>
[[nodiscard]] auto select(R&& r, const M& mask) {
  detail::check_mask_size(mask.size(), r.size());
  return select(std::forward<R>(r), detail::true_positions(detail::node_for_call(mask)));
}

void reverse(...) = delete;  // of a reader: reverse(r); of a tensor along axes: flip(t, axes)
void shift(...) = delete;    // of a reader by so many positions: shift(r, 1)
void select(...) = delete;   // at positions, or where a mask is true: select(r, positions); of an axis: select(t, axis, position)

}  // namespace ravel
