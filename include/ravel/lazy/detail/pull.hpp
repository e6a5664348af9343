// SPDX-License-Identifier: BSL-1.0
// Pulls blocks of elements that are not consecutive below: at even steps, or at chosen positions. It reads no element that was not
// requested, because reading an element may throw. Stateless.
#pragma once

#include <ravel/reader/detail/node.hpp>

namespace ravel::detail {

// Pulls the elements at start, start + step, …, as untyped_node::pull_raw does.
RAVEL_API raw_block pull_steps(const untyped_node& below, index_t start, index_t step, index_t n, void* out, arena& from);
// Pulls the elements at chosen positions to `out`. Consecutive positions are pulled together.
RAVEL_API void pull_chosen(const untyped_node& below, const index_t* positions, index_t n, void* out, arena& from);

}  // namespace ravel::detail
