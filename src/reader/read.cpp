// SPDX-License-Identifier: BSL-1.0
// Loops that read strided memory, for several instruction sets, and the functions that every evaluation uses.
#include <ravel/reader/detail/read.hpp>
#include "base/word.hpp"
#include "exec/past_cache.hpp"
#include "reader/read_over.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace ravel::detail {

namespace {

// Unaligned words of 1 to 16 bytes, which may alias anything.
using bytes_1 = unsigned char;
using bytes_2 [[gnu::may_alias, gnu::aligned(1)]] = std::uint16_t;
using bytes_4 [[gnu::may_alias, gnu::aligned(1)]] = std::uint32_t;
using bytes_8 [[gnu::may_alias, gnu::aligned(1)]] = std::uint64_t;
using vector_16 [[gnu::vector_size(16)]] = unsigned char;
using bytes_16 [[gnu::may_alias, gnu::aligned(1)]] = vector_16;

// Step 0 and step -1 have loops of their own: a vector permutation reverses a block.
#define RAVEL_SPREAD_KERNEL(size)                                                                              \
  RAVEL_KERNEL void spread_words(word_size<size>, const void* source, index_t step, index_t n, void* target) { \
    const bytes_##size* const from = static_cast<const bytes_##size*>(source);                                 \
    bytes_##size* const out = static_cast<bytes_##size*>(target);                                              \
    if (step == 0) {                                                                                           \
      const bytes_##size value = *from;                                                                        \
      for (index_t i = 0; i < n; ++i) out[i] = value;                                                          \
    } else if (step == -1) {                                                                                   \
      for (index_t i = 0; i < n; ++i) out[i] = from[-i];                                                       \
    } else {                                                                                                   \
      for (index_t i = 0; i < n; ++i) out[i] = from[i * step];                                                 \
    }                                                                                                          \
  }
RAVEL_SPREAD_KERNEL(1)
RAVEL_SPREAD_KERNEL(2)
RAVEL_SPREAD_KERNEL(4)
RAVEL_SPREAD_KERNEL(8)
RAVEL_SPREAD_KERNEL(16)
#undef RAVEL_SPREAD_KERNEL

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

void spread_bytes(const void* from, index_t step, index_t n, void* out, std::size_t size) {
  with_word_size(static_cast<index_t>(size), [&](auto bytes) {
    if constexpr (bytes > 0) spread_words(bytes, from, step, n, out);
  });
}

evaluation::evaluation(index_t start, index_t count, scratch_need room, blocks are, source_list sources)
    : start_(start),
      count_(count),
      need_(room + together(sources)),
      length_(length_of(shortest_block(sources), are, deepest(sources))),
      memory_(need_, length_),
      rooms_(shared_, memory_, length_) {}

evaluation::~evaluation() = default;

bool evaluation::next() {
  done_ += n_;
  n_ = std::min(length_, count_ - done_);
  loop_.at(done_, count_);
  if (n_ <= 0) return false;
  shared_.begin(position(), n_);
  return true;
}

// Searching for shared nodes pays if there are several blocks, or if there may be more places than could ever be read. A single source
// stands in one place and needs no table.
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

raw_blocks::raw_blocks(const untyped_node& source, index_t start, index_t count)
    : source_(source), start_(start), count_(count), memory_(count) {
  if (count <= 0 || source.lends()) return;
  const untyped_node* const only = &source;
  const element_room& kind = source.room();
  computed_.emplace(start, count, kind.need, evaluation::blocks::fitting, source_list(&only, 1));
  room_ = computed_->memory().take_bytes(computed_->length() * kind.bytes, kind.alignment);
  if (kind.begin) kind.begin(room_, computed_->length());
}
raw_blocks::~raw_blocks() {
  if (room_ && source_.room().end) source_.room().end(room_, computed_->length());
}

bool raw_blocks::next() {
  if (computed_) {
    if (!computed_->next()) return false;
    position_ = computed_->position();
    size_ = computed_->size();
    at_hand_ = source_.pull_raw(position_, size_, room_, computed_->memory());
    return true;
  }
  if (count_ <= 0 || !memory_.next()) return false;
  position_ = start_ + memory_.done();
  size_ = memory_.size();
  at_hand_ = {source_.lent_from(position_), source_.lent_step()};
  return true;
}

namespace {

// Overlapping memory is moved in one step.
bool overlaps(const untyped_node& source, index_t start, index_t n, const void* out) {
  const auto before = std::less<const void*>();
  const void *const begin = source.lent_from(start), *const end = source.lent_from(start + n - 1);
  const void *const first = std::min(begin, end, before), *const last = std::max(begin, end, before);
  return before(first, element_at(source.room(), out, n)) && !before(last, out);
}

}  // namespace

void read_blocks(const untyped_node& source, index_t start, index_t count, void* out) {
  evaluation run(start, count, {}, evaluation::blocks::fitting, &source);
  while (run.next()) {
    void* const to = element_at(source.room(), out, run.done());
    spread(source.room(), run.pull_raw(source, to), run.size(), to);
  }
}

void read_into(const untyped_node& source, index_t start, index_t count, void* out) {
  if (count <= 0) return;
  const element_room& kind = source.room();
  if (source.lends() && (current_watch || current_executor) && overlaps(source, start, count, out))
    return spread(kind, {source.lent_from(start), source.lent_step()}, count, out);
  in_pieces(count, 1, [&](index_t begin, index_t end) {
    if (!source.lends() && !source.single_pass()) return read_blocks(source, start + begin, end - begin, element_at(kind, out, begin));
    arena from(source.need(), end - begin);
    for (watched_pieces at(end - begin); at.next();) {
      const index_t position = begin + at.done();
      void* const to = element_at(kind, out, position);
      spread(kind, source.pull_raw(start + position, at.size(), to, from), at.size(), to);
    }
  });
}

void read_over(const untyped_node& source, void* out) {
  const element_room& kind = source.room();
  const index_t count = source.size();
  const bool is_memory = source.lends() && source.lent_step() == 1 && kind.of_bytes();
  if (!is_memory || count < least_bytes_past_cache() / kind.bytes) return read_into(source, 0, count, out);
  in_pieces(count, 1, [&](index_t begin, index_t end) {
    for (watched_pieces at(end - begin); at.next();) {
      const index_t position = begin + at.done();
      copy_past_cache(static_cast<const std::byte*>(source.lent_from(position)), at.size() * kind.bytes, element_at(kind, out, position));
    }
  });
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API void spread(block<const T>, index_t, T*);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
