// SPDX-License-Identifier: BSL-1.0
// Copies past the cache: they do not fetch the memory that they overwrite, and leave in the cache what is there. They pay for targets that
// the cache does not hold, on some processors. Any thread.
#pragma once

#include <ravel/base/index.hpp>

#include <cstddef>

namespace ravel::detail {

// The bytes of a target from which on a copy goes past the cache, or more than any target has if that does not pay on this processor. Tests
// change it; results do not depend on it.
RAVEL_API index_t& least_bytes_past_cache();

// From memory that does not overlap the target.
RAVEL_API void copy_past_cache(const std::byte* from, index_t bytes, std::byte* to);

}  // namespace ravel::detail
