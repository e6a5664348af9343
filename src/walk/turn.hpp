// SPDX-License-Identifier: BSL-1.0
// Transposes a matrix in memory. Knows no types, only the element size: 1, 2, 4, 8 or 16 bytes. Plain functions.
#pragma once

#include <ravel/dims/dims.hpp>

#include <cstddef>

namespace ravel::detail {

// True if rows are closer together than their elements, so that reading along a row would leave the cache.
constexpr bool rows_lie_closer(const address_rows& l) { return !l.gather && l.row_step != 0 && magnitude(l.row_step) < magnitude(l.step); }

// With this many rows, the cache lines being written stay in the cache until they are full.
inline constexpr index_t band_rows = 256;

// Copies element i of row r from from + r * from_row + i * from_step to to + r * to_row + i * element. Steps are in bytes. Fast if the rows
// of `from` lie side by side. The two must not overlap. Large results may bypass the cache.
RAVEL_API void turn(const std::byte* from, index_t from_row, index_t from_step, std::byte* to, index_t to_row, index_t rows, index_t count,
                    index_t element, bool past_cache = false);

}  // namespace ravel::detail
