// SPDX-License-Identifier: BSL-1.0
// What occurs more than once in a tree of nodes is computed once for each block, and not again for every place it occurs in: a tree may
// have many more places than nodes. Belongs to one evaluation, which looks through the tree before the first block; the nodes stay as they
// are.
#pragma once

#include <ravel/reader/arena.hpp>
#include <ravel/reader/block.hpp>

#include <cstdint>
#include <memory>

namespace ravel::detail {

template <class T>
class node;

class RAVEL_API shared_blocks {
 public:
  // Nodes call it with each operand of which they read a block in order to make the same block of their own.
  template <class T>
  void operator()(const node<T>& below) {
    if constexpr (std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T> && alignof(T) <= scratch_alignment) {
      if (!below.memory().data && add(&below, sizeof(T))) below.each_operand(*this);
    }
  }

  // Room for a block of every node that was called more than once.
  scratch_need need() const;
  void take_room(arena& from, index_t length);

  // From here on the nodes are read for this block.
  void begin(index_t start, index_t n) {
    start_ = start;
    n_ = n;
    ++serial_;
  }

  // Quick to ask: no node of which it is false is kept.
  bool may_keep(const void* node) const { return (filter_ & bit_of(node)) != 0; }

  // A block of a node that compute(room) makes: kept where it is the block in hand, that the others will ask for as well.
  template <class T, class F>
  block<const T> pull(const void* node, index_t start, index_t n, T* out, F compute) {
    entry* const kept = start == start_ && n == n_ ? &find(node) : nullptr;
    if (!kept || !kept->room) return compute(out);
    if (kept->serial != serial_) {
      const block<const T> made = compute(static_cast<T*>(kept->room));
      kept->data = made.data;
      kept->step = made.step;
      kept->serial = serial_;
    }
    return {static_cast<const T*>(kept->data), kept->step};
  }

 private:
  struct entry {
    const void* node = nullptr;
    index_t element_bytes = 0;
    index_t uses = 0;
    void* room = nullptr;
    index_t serial = 0;  // of the block that stands at data
    const void* data = nullptr;
    index_t step = 1;
  };

  static std::uint64_t hash_of(const void* node) { return reinterpret_cast<std::uintptr_t>(node) / 16 * 0x9e3779b97f4a7c15u; }
  static std::uint64_t bit_of(const void* node) { return std::uint64_t{1} << (hash_of(node) >> 58); }

  bool add(const void* node, index_t element_bytes);  // is it new?
  entry& find(const void* node);                      // or the free entry where it would stand
  void grow();

  // A hash table with room to spare.
  std::unique_ptr<entry[]> entries_;
  std::size_t capacity_ = 0;  // a power of two, or nothing yet
  std::size_t count_ = 0;
  std::uint64_t filter_ = 0;  // of the nodes that are kept

  index_t start_ = -1;
  index_t n_ = 0;
  index_t serial_ = 0;
};

}  // namespace ravel::detail
