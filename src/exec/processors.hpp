// SPDX-License-Identifier: BSL-1.0
// How many processors this process may use.
#pragma once

#include <ravel/base/index.hpp>

#include <string>
#include <string_view>

namespace ravel::detail {

// By the mask of the calling thread, and by what control groups grant of their time; at least 1.
index_t usable_processors();

// What the groups grant, rounded down; 0: nothing is said. `groups` is what /proc/self/cgroup says, and below `root` they are mounted.
index_t granted_processors(std::string_view groups, const std::string& root);

}  // namespace ravel::detail
