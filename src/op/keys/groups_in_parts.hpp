// SPDX-License-Identifier: BSL-1.0
// Many groups on several threads: the hash of its key decides which part a group belongs to, and one thread at a time gathers a part.
#pragma once

#include <ravel/exec/progress.hpp>
#include <ravel/op/keys/detail/group_states.hpp>

namespace ravel::detail {

// Gives all rows to the groups, as one batch. False if that is not possible, or if a task failed: the groups are then as they were, and one
// thread finds the first exception by position.
bool gather_in_parts(group_gatherer& groups, any_columns_of_rows columns, watched_loop& loop);

}  // namespace ravel::detail
