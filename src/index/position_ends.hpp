// SPDX-License-Identifier: BSL-1.0
// The least and the greatest of some positions, by a loop for several instruction sets.
#pragma once

#include <ravel/base/index.hpp>

namespace ravel::detail {

struct position_ends {
  index_t min;
  index_t max;
};

// There must be at least one position.
position_ends ends_of(const index_t* list, index_t count);

}  // namespace ravel::detail
