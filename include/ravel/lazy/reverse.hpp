// SPDX-License-Identifier: BSL-1.0
// reverse: the elements from last to first, as a slice. Memory stays memory, and writes go through to a writer. shift: the elements moved
// by a number of positions towards the end, or towards the start if it is negative. Both own their source; any thread may read.
#pragma once

#include <ravel/lazy/slice.hpp>
#include <ravel/lazy/sources.hpp>

namespace ravel {

template <detail::rearrangeable R>
[[nodiscard]] auto reverse(R&& r) {
  const auto below = detail::owned_source(std::forward<R>(r));
  return detail::make_view<R>(detail::slice_of(below, slice(0, below->size()).reversed()));
}

namespace detail {

RAVEL_API shared_untyped shift_of(const shared_untyped& below, index_t by);

}  // namespace detail

// The size stays, and the edge element fills the gap.
template <detail::rearrangeable R>
reader<detail::read_t<R>> shift(R&& r, index_arg by) {
  return detail::reader_of<detail::read_t<R>>(detail::shift_of(detail::owned_source(std::forward<R>(r)), by));
}

}  // namespace ravel
