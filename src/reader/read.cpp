// SPDX-License-Identifier: BSL-1.0
// Reading for the elements of the closed set: the loops over memory with a step, for several instruction sets, and the functions that
// every evaluation uses.
#include <ravel/reader/detail/read.hpp>

#include <algorithm>

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

namespace {

index_t shortest_block(std::span<const untyped_source> sources) {
  return std::ranges::min(sources, {}, &untyped_source::longest_block).longest_block;
}
int deepest(std::span<const untyped_source> sources) { return std::ranges::max(sources, {}, &untyped_source::depth).depth; }

}  // namespace

evaluation::evaluation(index_t start, index_t count, scratch_need room, blocks are, std::span<const untyped_source> sources)
    : start_(start),
      count_(count),
      need_(room + together(sources)),
      length_(length_of(shortest_block(sources), are, deepest(sources))),
      memory_(need_, length_),
      rooms_(shared_, memory_, length_) {}

scratch_need evaluation::together(std::span<const untyped_source> sources) {
  const int depth = deepest(sources);
  scratch_need inner;
  for (const untyped_source& source : sources) {
    if (depth > low_tree || (depth > 1 && count_ > shortest_block(sources))) source.look_through(shared_, sources.size() == 1);
    inner = either(inner, source.need);
  }
  return inner + shared_.need();
}

#define RAVEL_INSTANTIATE(T)                                                 \
  template RAVEL_API void spread(block<const T>, index_t, T*);               \
  template RAVEL_API void read_blocks(const node<T>&, index_t, index_t, T*); \
  template RAVEL_API void read_into(const node<T>&, index_t, index_t, T*);   \
  template RAVEL_API evaluation::evaluation(index_t, index_t, scratch_need, blocks, const node<T>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
