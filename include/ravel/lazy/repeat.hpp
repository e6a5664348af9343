// SPDX-License-Identifier: BSL-1.0
// repeat: all elements of a reader, as many times as requested. Owns the reader, and reads each element once a block. Any thread may read.
#pragma once

#include <ravel/lazy/refused.hpp>

namespace ravel {

namespace detail {

RAVEL_API shared_untyped repeat_of(const shared_untyped& below, index_t times);

}  // namespace detail

template <detail::rearrangeable R>
reader<detail::read_t<R>> repeat(R&& r, index_arg times) {
  return detail::reader_of<detail::read_t<R>>(detail::repeat_of(detail::owned_source(std::forward<R>(r)), times));
}

}  // namespace ravel
