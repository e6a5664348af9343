// SPDX-License-Identifier: BSL-1.0
// Positions sorted by the number of their key, by counting. Threads share long ones.
#pragma once

#include <ravel/op/keys/group_reduce.hpp>

namespace ravel::detail {

// The positions of all numbers, ascending for each number. All numbers are below `keys`.
grouped_rows rows_by_number(std::span<const key_number> numbers, index_t keys);

}  // namespace ravel::detail
