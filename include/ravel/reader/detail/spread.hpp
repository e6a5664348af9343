// SPDX-License-Identifier: BSL-1.0
// Elements that stand a step apart, one after the other.
#pragma once

#include <ravel/element/detail/for_each.hpp>
#include <ravel/reader/block.hpp>

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace ravel::detail {

// out[i] = from[i * step]
template <class T>
void spread_steps(const T* from, index_t step, index_t n, T* out) {
  for (index_t i = 0; i < n; ++i) out[i] = from[i * step];
}
#define RAVEL_DECLARE(T) RAVEL_API void spread_steps(const T* from, index_t step, index_t n, T* out);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// A block into consecutive memory; exact overlap is fine.
template <class T>
void spread(block<const T> from, index_t n, T* out) {
  if (n <= 0 || (from.data == out && from.step == 1)) return;
  if (from.step == 1) {
    if constexpr (std::is_trivially_copyable_v<T>) {
      std::memmove(out, from.data, static_cast<std::size_t>(n) * sizeof(T));
    } else {
      std::copy_n(from.data, n, out);
    }
  } else {
    spread_steps(from.data, from.step, n, out);
  }
}
#define RAVEL_DECLARE(T) extern template RAVEL_API void spread(block<const T>, index_t, T*);
RAVEL_FOR_EACH_IN_SRC(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace ravel::detail
