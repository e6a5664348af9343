// SPDX-License-Identifier: BSL-1.0
// sparse_mask: an index set as a sparse reader of truth values, which takes no more memory than the set. (The other way is
// index_set(mask).) Owns a share of the set; any thread.
#pragma once

#include <ravel/index/index_set.hpp>

namespace ravel {

// n truth values: is the position a member? All members lie in [0, n).
RAVEL_API reader<bool> sparse_mask(const index_set& members, index_arg n);

}  // namespace ravel
