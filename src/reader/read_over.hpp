// SPDX-License-Identifier: BSL-1.0
// read_over: reads a node over memory that was in use before. Stateless.
#pragma once

#include <ravel/reader/detail/node.hpp>

namespace ravel::detail {

// The memory does not overlap what the node reads. Large memory is copied past the cache. That would not pay for fresh memory, whose pages
// come through the cache when they are first touched: read_into.
RAVEL_API void read_over(const untyped_node& source, void* out);

}  // namespace ravel::detail
