// SPDX-License-Identifier: BSL-1.0
// element_room: the facts about an element type that untyped code needs, which are its size and how elements begin, end and are copied.
// Elements that are trivially copyable are bytes and need no functions. raw_elements owns memory for elements. Safe on any thread.
#pragma once

#include <ravel/base/detail/noncopyable.hpp>
#include <ravel/base/index.hpp>
#include <ravel/reader/block.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace ravel::detail {

class shared_blocks;

// The workspace of one evaluation. It is one allocation, sized before the first block by the needs of the nodes, and used like a stack.
// Owned by one evaluation; one thread uses it.
class RAVEL_API arena : noncopyable {
 public:
  arena(scratch_need need, index_t block_elements);
  ~arena();

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
class arena_frame : noncopyable {
 public:
  explicit arena_frame(arena& from) : from_(from), top_(from.top_) {}
  ~arena_frame() { from_.top_ = top_; }

 private:
  arena& from_;
  std::byte* top_;
};

// Holds count constructed elements in the arena until the end of the scope.
template <class T>
class scratch : noncopyable {
 public:
  scratch(arena& from, index_t count) : from_(from), top_(from.top_), data_(from.take<T>(count)), count_(count) {
    if constexpr (!std::is_trivially_default_constructible_v<T>) std::uninitialized_value_construct_n(data_, count_);
  }
  ~scratch() {
    if constexpr (!std::is_trivially_destructible_v<T>) std::destroy_n(data_, count_);
    from_.top_ = top_;
  }

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

// The functions are null for elements that are trivially copyable.
struct element_room {
  scratch_need need;
  index_t bytes;
  index_t alignment;
  void (*begin)(void* room, index_t n) = nullptr;
  void (*end)(void* room, index_t n) = nullptr;
  void (*copy)(raw_block from, index_t n, void* to) = nullptr;  // to elements that have begun
  void (*move)(void* from, index_t n, void* to) = nullptr;      // copies them if moving may throw

  bool of_bytes() const { return !copy; }
  // One loop serves all types of such a size: 1, 2, 4, 8 or 16 bytes.
  bool of_words() const { return of_bytes() && std::has_single_bit(static_cast<std::size_t>(bytes)) && bytes <= 16; }

  template <class T>
  static constexpr element_room of() {
    element_room room{scratch_need::room_for<T>(), sizeof(T), std::max<index_t>(alignof(T), scratch_alignment)};
    if constexpr (!std::is_trivially_copyable_v<T>) {  // the first value that is written starts the life of a trivial element
      room.begin = [](void* at, index_t n) { std::uninitialized_value_construct_n(static_cast<T*>(at), n); };
      room.end = [](void* at, index_t n) { std::destroy_n(static_cast<T*>(at), n); };
      room.copy = [](raw_block from, index_t n, void* to) {
        const T* const first = static_cast<const T*>(from.data);
        for (index_t i = 0; i < n; ++i) static_cast<T*>(to)[i] = first[i * from.step];
      };
      room.move = [](void* from, index_t n, void* to) {
        T* const first = static_cast<T*>(from);
        if constexpr (std::is_nothrow_move_assignable_v<T>) {
          std::move(first, first + n, static_cast<T*>(to));
        } else {
          std::copy_n(first, n, static_cast<T*>(to));
        }
      };
    }
    return room;
  }
};
// One object per type for the library and all that links with it, because its address identifies the type.
template <class T>
RAVEL_API inline constexpr element_room element_room_of = element_room::of<T>();

// A place in an array of elements of some type.
inline const std::byte* element_at(const element_room& kind, const void* first, index_t i) {
  return static_cast<const std::byte*>(first) + i * kind.bytes;
}
inline std::byte* element_at(const element_room& kind, void* first, index_t i) { return static_cast<std::byte*>(first) + i * kind.bytes; }

// Sets to[i] = from[i * step]. The target may be the block's own memory, element for element.
RAVEL_API void spread(const element_room& kind, raw_block from, index_t n, void* to);
// Sets to[i] = from[places[i] * step].
RAVEL_API void gather(const element_room& kind, raw_block from, const index_t* places, index_t n, void* to);
// Sets to[i * step] = from[i].
RAVEL_API void scatter(const element_room& kind, raw_block from, index_t n, void* to, index_t step);
// Reverses elements that are bytes.
RAVEL_API void reverse(const element_room& kind, void* elements, index_t n);

// Owns memory for elements. Elements that are bytes are not initialised.
class RAVEL_API raw_elements {
 public:
  explicit raw_elements(const element_room& kind) : kind_(&kind) {}
  raw_elements(const element_room& kind, index_t n);
  raw_elements(raw_elements&& from) noexcept
      : kind_(from.kind_), first_(std::exchange(from.first_, nullptr)), size_(std::exchange(from.size_, 0)) {}
  raw_elements& operator=(raw_elements&& from) noexcept {
    std::swap(kind_, from.kind_);
    std::swap(first_, from.first_);
    std::swap(size_, from.size_);
    return *this;
  }
  ~raw_elements() {
    if (first_) end();
  }

  void* get() const { return first_; }
  const element_room& kind() const { return *kind_; }
  // The same memory, for another type. Precondition: elements of both are bytes, and of one size.
  void become(const element_room& kind) { kind_ = &kind; }

 private:
  void end() noexcept;

  const element_room* kind_;
  void* first_ = nullptr;
  index_t size_ = 0;
};

}  // namespace ravel::detail
