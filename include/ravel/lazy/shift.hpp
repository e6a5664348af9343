// SPDX-License-Identifier: BSL-1.0
// shift: moves elements by a number of positions towards the end, or towards the start if it is negative. The size stays, and the edge
// element fills the gap. Owns its source. Any thread may read.
#pragma once

#include <ravel/lazy/refused.hpp>

namespace ravel {

namespace detail {

RAVEL_API shared_untyped shift_of(const shared_untyped& below, index_t by);

}  // namespace detail

template <detail::rearrangeable R>
reader<detail::read_t<R>> shift(R&& r, index_arg by) {
  return detail::reader_of<detail::read_t<R>>(detail::shift_of(detail::owned_source(std::forward<R>(r)), by));
}

}  // namespace ravel
