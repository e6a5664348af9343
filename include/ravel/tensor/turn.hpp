// SPDX-License-Identifier: BSL-1.0
// Turning a matrix in memory. Knows no types, only how many bytes an element has: 1, 2, 4, 8 or 16.
#pragma once

#include <ravel/base/index.hpp>

#include <cstddef>

namespace ravel::detail {

// Element i of row r, at from + r * from_row + i * from_step, goes to to + r * to_row + i * element. Steps are in bytes; it is quick where
// the rows of `from` lie side by side.
RAVEL_API void turn(const std::byte* from, index_t from_row, index_t from_step, std::byte* to, index_t to_row, index_t rows, index_t count,
                    index_t element);

}  // namespace ravel::detail
