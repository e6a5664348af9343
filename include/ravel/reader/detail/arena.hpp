// SPDX-License-Identifier: BSL-1.0
// arena: the workspace of one evaluation. It is one allocation, sized before the first block by the needs of the nodes, and used like a
// stack. Owned by one evaluation; one thread uses it.
#pragma once

#include <ravel/base/index.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>

namespace ravel::detail {

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

class shared_blocks;

class RAVEL_API arena {
 public:
  arena(scratch_need need, index_t block_elements);
  ~arena();
  arena(const arena&) = delete;
  arena& operator=(const arena&) = delete;

  shared_blocks* shared() const { return shared_; }  // null: no node is shared

 private:
  template <class T>
  friend class scratch;
  friend class node_table;
  friend class element_rooms;
  friend class raw_blocks;
  friend class leaf_list;
  friend class shared_rooms;
  template <class T>
  friend class optional_scratch;
  friend class arena_frame;
  template <class T>
  T* take(index_t count) {
    return reinterpret_cast<T*>(take_bytes(count * index_t{sizeof(T)}, alignof(T)));
  }
  std::byte* take_bytes(index_t bytes, index_t alignment);

  std::byte* begin_ = nullptr;
  std::byte* top_ = nullptr;
  std::byte* end_ = nullptr;
  shared_blocks* shared_ = nullptr;
};

// At the end of the scope, returns to the arena all memory taken since the start of the scope.
class arena_frame {
 public:
  explicit arena_frame(arena& from) : from_(from), top_(from.top_) {}
  ~arena_frame() { from_.top_ = top_; }
  arena_frame(const arena_frame&) = delete;
  arena_frame& operator=(const arena_frame&) = delete;

 private:
  arena& from_;
  std::byte* top_;
};

// Holds count constructed elements in the arena until the end of the scope.
template <class T>
class scratch {
 public:
  scratch(arena& from, index_t count) : from_(from), top_(from.top_), data_(from.take<T>(count)), count_(count) {
    if constexpr (!std::is_trivially_default_constructible_v<T>) std::uninitialized_value_construct_n(data_, count_);
  }
  ~scratch() {
    if constexpr (!std::is_trivially_destructible_v<T>) std::destroy_n(data_, count_);
    from_.top_ = top_;
  }
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;

  T* data() const { return data_; }

 private:
  arena& from_;
  std::byte* top_;
  T* data_;
  index_t count_;
};

// Room for an operand that may need it, taken inside an arena_frame. Elements without constructors need no destructor calls either.
template <class T>
class optional_scratch {
 public:
  T* take(arena& from, index_t count) { return room_.emplace(from, count).data(); }

 private:
  std::optional<scratch<T>> room_;
};

template <class T>
  requires(std::is_trivially_default_constructible_v<T> && std::is_trivially_destructible_v<T>)
class optional_scratch<T> {
 public:
  T* take(arena& from, index_t count) { return from.take<T>(count); }
};

}  // namespace ravel::detail
