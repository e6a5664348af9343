// SPDX-License-Identifier: BSL-1.0
// block: the answer to a read, as a pointer and a step. Memory lends its own elements, a constant lends one with step 0, and all other
// sources fill the caller's room with step 1. The pointer is valid until the next request to the same source.
#pragma once

#include <ravel/base/index.hpp>
#include <ravel/element/detail/for_each.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
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

inline constexpr index_t scratch_alignment = 64;

// The arena memory that one pull takes: bytes for each element of the block, and the number of separate pieces.
struct scratch_need {
  index_t bytes = 0;
  index_t pieces = 0;

  template <class T>
  static constexpr scratch_need room_for() {
    return {static_cast<index_t>(sizeof(T)), 1 + static_cast<index_t>(alignof(T)) / (2 * scratch_alignment)};
  }
  // The need of two that hold their memory at the same time.
  friend constexpr scratch_need operator+(scratch_need a, scratch_need b) { return {a.bytes + b.bytes, a.pieces + b.pieces}; }
  // The need of two that hold their memory one after the other.
  friend constexpr scratch_need either(scratch_need a, scratch_need b) {
    return {std::max(a.bytes, b.bytes), std::max(a.pieces, b.pieces)};
  }
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

namespace ravel::detail {

// Copies evenly spaced elements into consecutive memory. Stateless.

// True for elements that are copied as bytes. One loop serves all types of a size.
template <class T>
inline constexpr bool moved_as_bytes = std::is_trivially_copyable_v<T> && std::has_single_bit(sizeof(T)) && sizeof(T) <= 16;

// Sets out[i] = from[i * step] for elements of `size` bytes: 1, 2, 4, 8 or 16.
RAVEL_API void spread_bytes(const void* from, index_t step, index_t n, void* out, std::size_t size);

// Copies a block into consecutive memory. The target may be the block's own memory, element for element.
template <class T>
void spread(block<const T> from, index_t n, T* out) {
  if (n <= 0 || (from.data == out && from.step == 1)) return;
  if constexpr (std::is_trivially_copyable_v<T>) {
    if (from.step == 1) return static_cast<void>(std::memmove(out, from.data, static_cast<std::size_t>(n) * sizeof(T)));
  }
  if constexpr (moved_as_bytes<T>) {
    spread_bytes(from.data, from.step, n, out, sizeof(T));
  } else {
    for (index_t i = 0; i < n; ++i) out[i] = from.data[i * from.step];
  }
}
#define RAVEL_DECLARE(T) extern template RAVEL_API void spread(block<const T>, index_t, T*);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace ravel::detail
