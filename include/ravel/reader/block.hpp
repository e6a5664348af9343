// SPDX-License-Identifier: BSL-1.0
// block: the answer to a read, as a pointer and a step. Memory lends its own elements, a constant lends one with step 0, and all other
// sources fill the caller's room with step 1. The pointer is valid until the next request to the same source.
#pragma once

#include <ravel/base/index.hpp>

#include <type_traits>

namespace ravel {

template <class E>  // E is const for what may only be read
struct block {
  E* data = nullptr;
  index_t step = 1;  // element i stands at data[i * step]
};

namespace detail {

// Elements of any type, `step` elements apart.
struct raw_block {
  const void* data = nullptr;
  index_t step = 1;
};

inline constexpr index_t block_bytes = 8192;

// The number of elements in a block of T: 8 KiB of them, at least 16, always a multiple of 16.
constexpr index_t block_length_of(index_t element_bytes) {
  const index_t fitting = block_bytes / element_bytes;
  return fitting < 16 ? 16 : fitting / 16 * 16;
}
template <class T>
inline constexpr index_t block_length = block_length_of(sizeof(T));

// A floating sum adds element i of a line to lane i mod 8 of chunk i / 256, however the line is cut into blocks. A sum of bools is a count.
inline constexpr index_t chunk_length = 256, lanes = 8;
constexpr index_t chunk_count(index_t n) { return (n + chunk_length - 1) / chunk_length; }
template <class T>
using chunk_total_t = std::conditional_t<std::is_same_v<T, bool>, std::int64_t, double>;

}  // namespace detail
}  // namespace ravel
