// SPDX-License-Identifier: BSL-1.0
// sparse_mask: an index set as a sparse reader of bools, without further memory. (index_set(mask) converts back.) Shares the set; safe to
// read from any thread.
#pragma once

#include <ravel/index/index_set.hpp>

namespace ravel {

// n bools: true for the members of the set, which all lie in [0, n).
RAVEL_API reader<bool> sparse_mask(const index_set& members, index_arg n);

}  // namespace ravel
