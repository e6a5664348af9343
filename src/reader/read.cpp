// SPDX-License-Identifier: BSL-1.0
// Reading for the elements of the closed set: the loops over memory with a step, for several instruction sets, and the functions that
// every evaluation uses.
#include <ravel/reader/detail/read.hpp>

#include <algorithm>

namespace ravel::detail {

// Loops of their own for one value, and backwards, which a vector permutation can turn around.
#define RAVEL_SPREAD_KERNEL(T)                                                     \
  RAVEL_KERNEL void spread_steps(const T* from, index_t step, index_t n, T* out) { \
    if (step == 0) {                                                               \
      const T value = *from;                                                       \
      for (index_t i = 0; i < n; ++i) out[i] = value;                              \
    } else if (step == -1) {                                                       \
      for (index_t i = 0; i < n; ++i) out[i] = from[-i];                           \
    } else {                                                                       \
      for (index_t i = 0; i < n; ++i) out[i] = from[i * step];                     \
    }                                                                              \
  }
RAVEL_FOR_EACH_ELEMENT(RAVEL_SPREAD_KERNEL)
#undef RAVEL_SPREAD_KERNEL

namespace {

using source_list = std::span<const untyped_node* const>;

index_t shortest_block(source_list sources) {
  index_t length = index_limit;
  for (const untyped_node* source : sources) length = std::min(length, source->longest_block());
  return length;
}
int deepest(source_list sources) {
  int depth = 0;
  for (const untyped_node* source : sources) depth = std::max(depth, source->depth());
  return depth;
}

}  // namespace

evaluation::evaluation(index_t start, index_t count, scratch_need room, blocks are, source_list sources)
    : start_(start),
      count_(count),
      need_(room + together(sources)),
      length_(length_of(shortest_block(sources), are, deepest(sources))),
      memory_(need_, length_),
      rooms_(shared_, memory_, length_) {}

// Looking through is worth it where there are several blocks, or perhaps more places than could ever be read. One source alone stands in
// no other place, and needs no table to say so.
scratch_need evaluation::together(source_list sources) {
  const int depth = deepest(sources);
  const bool worth_it = depth > low_tree || (depth > 1 && count_ > shortest_block(sources));
  scratch_need inner;
  for (const untyped_node* source : sources) {
    if (worth_it && sources.size() == 1)
      source->each_operand(shared_);
    else if (worth_it)
      shared_(*source);
    inner = either(inner, source->need());
  }
  return inner + shared_.need();
}

#define RAVEL_INSTANTIATE(T)                                                 \
  template RAVEL_API void spread(block<const T>, index_t, T*);               \
  template RAVEL_API void read_blocks(const node<T>&, index_t, index_t, T*); \
  template RAVEL_API void read_into(const node<T>&, index_t, index_t, T*);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
