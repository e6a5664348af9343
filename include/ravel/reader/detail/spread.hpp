// SPDX-License-Identifier: BSL-1.0
// Copies evenly spaced elements into consecutive memory. Stateless.
#pragma once

#include <ravel/element/detail/for_each.hpp>
#include <ravel/reader/block.hpp>

#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace ravel::detail {

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
