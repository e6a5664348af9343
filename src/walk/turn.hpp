// SPDX-License-Identifier: BSL-1.0
// Turning a matrix in memory. Knows no types, only how many bytes an element has: 1, 2, 4, 8 or 16.
#pragma once

#include <ravel/dims/detail/memory_order.hpp>
#include <ravel/dims/joint.hpp>

#include <cstddef>

namespace ravel::detail {

// The rows lie closer together than their elements, so that reading along them would leave the cache.
constexpr bool rows_lie_closer(const address_rows& l) { return !l.gather && l.row_step != 0 && magnitude(l.row_step) < magnitude(l.step); }

// Of so many rows the lines of the cache that are written stay at hand until they are full.
inline constexpr index_t band_rows = 256;

// Element i of row r, at from + r * from_row + i * from_step, goes to to + r * to_row + i * element. Steps are in bytes; it is quick where
// the rows of `from` lie side by side. The two do not meet. Where nobody will find what is written in the cache it may be written past it.
RAVEL_API void turn(const std::byte* from, index_t from_row, index_t from_step, std::byte* to, index_t to_row, index_t rows, index_t count,
                    index_t element, bool past_cache = false);

}  // namespace ravel::detail
