// SPDX-License-Identifier: BSL-1.0
// reverse: the elements from last to first, as a slice. Memory stays memory, and writes go through to a writer. Owns its source; any thread
// may read.
#pragma once

#include <ravel/lazy/slice.hpp>

namespace ravel {

template <detail::rearrangeable R>
[[nodiscard]] auto reverse(R&& r) {
  const auto below = detail::owned_source(std::forward<R>(r));
  return detail::make_view<R>(detail::slice_of(below, slice(0, below->size()).reversed()));
}

}  // namespace ravel
