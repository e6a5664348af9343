// SPDX-License-Identifier: BSL-1.0
// How much is read at a time, and what a read answers with: a pointer and a step. A source in memory lends its own elements, a constant
// lends one with step 0, everything else fills the caller's room, with step 1. The pointer is good until the next request to the same
// source.
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

inline constexpr index_t block_bytes = 8192;

// Elements a block of T holds: 8 KiB of them, at least 16, always a multiple of 16.
constexpr index_t block_length_of(index_t element_bytes) {
  const index_t fitting = block_bytes / element_bytes;
  return fitting < 16 ? 16 : fitting / 16 * 16;
}
template <class T>
inline constexpr index_t block_length = block_length_of(sizeof(T));

// Floating sums keep this many partial sums: element i goes to number i mod lanes, whatever the blocks. Bools have one counter.
inline constexpr index_t lanes = 32;
template <class T>
using lane_t = std::conditional_t<std::is_same_v<T, bool>, std::int64_t, double>;

}  // namespace detail
}  // namespace ravel
