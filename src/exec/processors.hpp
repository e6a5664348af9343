// SPDX-License-Identifier: BSL-1.0
// The number of processors that this process may use. Plain functions.
#pragma once

#include <ravel/base/index.hpp>

#include <string>
#include <string_view>

namespace ravel::detail {

// Limited by the calling thread's affinity mask and its control groups' quotas; at least 1.
index_t usable_processors();

// The quota of the groups, rounded down; 0 if there is none. `groups` is the text of /proc/self/cgroup; the groups are mounted below
// `root`.
index_t granted_processors(std::string_view groups, const std::string& root);

}  // namespace ravel::detail
