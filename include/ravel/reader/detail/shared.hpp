// SPDX-License-Identifier: BSL-1.0
// shared_blocks: computes a node that stands in several places of a tree once per block. A tree may have many more places than nodes.
// Belongs to one evaluation, which searches the tree before the first block. It does not change the nodes.
#pragma once

#include <ravel/base/detail/noncopyable.hpp>
#include <ravel/reader/block.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ravel::detail {

class arena;
class untyped_node;
struct element_room;

// A hash table of nodes that are read at the same positions.
class RAVEL_API node_table {
 public:
  struct entry {
    const void* node = nullptr;
    const element_room* kind = nullptr;
    index_t uses = 0;
    void* room = nullptr;
    index_t serial = 0;  // of the block at data
    const void* data = nullptr;
    index_t step = 1;
  };

  bool add(const void* node, const element_room& kind);  // true: it is new
  entry* find(const void* node);                         // null: not in the table

  scratch_need need() const;  // for a block of every node that was added more than once
  void take_room(arena& from, index_t length);
  void end_room(index_t length);
  bool has_room_at(const void* data) const { return room_begin_ <= data && data < room_end_; }
  template <class F>
  void each(F f) const {
    for (std::size_t at = 0; at < capacity_; ++at) {
      if (entries_[at].node) f(entries_[at]);
    }
  }
  template <class F>
  void each_shared(F f) const {
    each([&](entry& one) {
      if (one.uses > 1) f(one);
    });
  }

  // Starts a block: from here on the nodes are read at these positions.
  void begin(index_t start, index_t n) {
    start_ = start;
    n_ = n;
    ++serial_;
  }
  bool is_at(index_t start, index_t n) const { return start == start_ && n == n_; }
  index_t serial() const { return serial_; }

 private:
  entry& place_of(const void* node);  // or the free entry for it
  void grow();

  std::unique_ptr<entry[]> entries_;
  std::size_t capacity_ = 0;  // a power of two, or 0 at first
  std::size_t count_ = 0;
  const std::byte* room_begin_ = nullptr;
  const std::byte* room_end_ = nullptr;
  index_t start_ = -1;
  index_t n_ = 0;
  index_t serial_ = 0;
};

class RAVEL_API shared_blocks {
 public:
  // Call this for operands read at the positions of the node's own block.
  void operator()(const untyped_node& below);
  // Call this for operands read at other positions. Blocks below such an operand are kept only for the duration of one request.
  void elsewhere(const untyped_node& below);

  scratch_need need();  // for all blocks that are computed once

  // Starts a block: from here on the nodes are read for it.
  void begin(index_t start, index_t n) { here_->begin(start, n); }

  // A quick test. False: the node is neither kept nor read elsewhere.
  bool may_know(const void* node) const { return (filter_ & bit_of(node)) != 0; }

  // A block of a node, which compute(room) makes. It is kept if it is the current block, because other places will ask for it too.
  template <class T, class F>
  block<const T> pull(const void* node, index_t start, index_t n, T* out, F compute) {
    if (here_->is_at(start, n)) {
      if (node_table::entry* const known = here_->find(node)) return pull_here(*known, out, compute);
    }
    if (node_table* const own = find_table(node)) return pull_elsewhere(*own, start, n, out, compute);
    return compute(out);
  }

 private:
  friend class shared_rooms;

  template <class T, class F>
  block<const T> pull_here(node_table::entry& known, T* out, F& compute) {
    if (!known.room) return compute(out);
    if (known.serial != here_->serial()) {
      const index_t serial = here_->serial();
      const block<const T> made = compute(static_cast<T*>(known.room));
      known.data = made.data;
      known.step = made.step;
      known.serial = serial;
    }
    return {static_cast<const T*>(known.data), known.step};
  }
  template <class T, class F>
  block<const T> pull_elsewhere(node_table& own, index_t start, index_t n, T* out, F& compute) {
    const entered inside(*this, own);
    own.begin(start, n);
    const block<const T> made = compute(out);
    if (!own.has_room_at(made.data)) return made;
    for (index_t i = 0; i < n; ++i) out[i] = made.data[i * made.step];
    return {out, 1};
  }

  class entered : noncopyable {
   public:
    entered(shared_blocks& of, node_table& table) : of_(of), before_(std::exchange(of.here_, &table)) {}
    ~entered() { of_.here_ = before_; }

   private:
    shared_blocks& of_;
    node_table* before_;
  };

  static std::uint64_t bit_of(const void* node);
  node_table* find_table(const void* node);
  node_table& add_table(const void* node);
  template <class F>
  void each_table(F f) {
    f(top_);
    for (const auto& table : elsewhere_) f(*table);
  }

  node_table top_;
  std::vector<std::unique_ptr<node_table>> elsewhere_;
  node_table read_elsewhere_;  // operands read at other positions; the room of each is its table
  node_table* here_ = &top_;
  std::uint64_t filter_ = 0;
};

inline std::uint64_t hash_of_node(const void* node) { return reinterpret_cast<std::uintptr_t>(node) / 16 * 0x9e3779b97f4a7c15u; }
inline std::uint64_t shared_blocks::bit_of(const void* node) { return std::uint64_t{1} << (hash_of_node(node) >> 58); }

// Holds the rooms of shared blocks during an evaluation.
class RAVEL_API shared_rooms : noncopyable {
 public:
  shared_rooms(shared_blocks& of, arena& from, index_t length);
  ~shared_rooms();

 private:
  void end();

  shared_blocks& of_;
  index_t length_;
};

}  // namespace ravel::detail
