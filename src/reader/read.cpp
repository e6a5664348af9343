// SPDX-License-Identifier: BSL-1.0
// Reading for the elements of the closed set: the loops over memory with a step, for several instruction sets, and the functions that
// every evaluation uses.
#include <ravel/reader/detail/read.hpp>

namespace ravel::detail {

// Backwards by a loop of its own, which a vector permutation can turn around.
#define RAVEL_SPREAD_KERNEL(T)                                                     \
  RAVEL_KERNEL void spread_steps(const T* from, index_t step, index_t n, T* out) { \
    if (step == -1) {                                                              \
      for (index_t i = 0; i < n; ++i) out[i] = from[-i];                           \
    } else {                                                                       \
      for (index_t i = 0; i < n; ++i) out[i] = from[i * step];                     \
    }                                                                              \
  }
RAVEL_FOR_EACH_ELEMENT(RAVEL_SPREAD_KERNEL)
#undef RAVEL_SPREAD_KERNEL

#define RAVEL_INSTANTIATE(T)                                                 \
  template RAVEL_API void spread(block<const T>, index_t, T*);               \
  template RAVEL_API void read_blocks(const node<T>&, index_t, index_t, T*); \
  template RAVEL_API void read_into(const node<T>&, index_t, index_t, T*);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
