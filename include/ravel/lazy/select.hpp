// SPDX-License-Identifier: BSL-1.0
// select: the elements at given positions, in the given order. The positions are checked once and kept. A range of positions gives a slice,
// and a selection of a selection is one node. Writes go through to a writer. Owns its source. Any thread may read.
#pragma once

#include <ravel/index/detail/marks.hpp>
#include <ravel/lazy/slice.hpp>

namespace ravel {

namespace detail {

RAVEL_API void check_mask_size(index_t mask, index_t size);

RAVEL_API shared_untyped select_of(const shared_untyped& below, const selection& places);

}  // namespace detail

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

}  // namespace ravel
