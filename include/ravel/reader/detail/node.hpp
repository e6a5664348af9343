// SPDX-License-Identifier: BSL-1.0
// node<T>: the immutable object behind a handle, an expression over elements of type T. A node must be able to produce a block; all else
// has a default that ends there. Handles share nodes, and any thread may read them.
#pragma once

#include <ravel/base/config.hpp>
#include <ravel/base/index.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/reader/block.hpp>
#include <ravel/reader/detail/element_room.hpp>
#include <ravel/reader/detail/entry_stream.hpp>
#include <ravel/reader/detail/shared.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ravel::detail {

// Destroys long chains of owners in a loop, without deep recursion. The depth of a node counts its operands only; user objects (functions,
// readers, owners of memory, elements) may hold handles too, and so on without end. Safe on any thread; each has its own loop.

template <class X>
inline constexpr bool may_hold_handles = !std::is_trivially_destructible_v<X> && !std::is_same_v<X, std::string>;

// The base of objects behind shared pointers. Their destructor is virtual, so one type of reference counter serves them all; the counter
// stands before the object, in the same memory. std::make_shared would compile a dozen functions for each type.
class released_by_queue : noncopyable {
 public:
  virtual ~released_by_queue() = default;

  RAVEL_API static void* operator new(std::size_t bytes);
  RAVEL_API static void* operator new(std::size_t bytes, std::align_val_t alignment);
  RAVEL_API static void operator delete(void* object) noexcept;
  RAVEL_API static void operator delete(void* object, std::align_val_t alignment) noexcept;

 private:
  friend struct release_by_queue;
  mutable const released_by_queue* next_ = nullptr;  // the link in the queue, so that releasing allocates nothing
};

// Makes the only owner of an object that was made by new. The last owner destroys the object at once.
RAVEL_API std::shared_ptr<const released_by_queue> own_by_count(const released_by_queue* made, std::size_t alignment) noexcept;
// As own_by_count, but if the object dies deep within the destruction of others, the queue destroys it.
RAVEL_API std::shared_ptr<const released_by_queue> own_by_queue(const released_by_queue* made);

template <bool Queued, class X, class... Args>
std::shared_ptr<X> make_released(Args&&... args) {
  X* const made = new X(std::forward<Args>(args)...);
  if constexpr (Queued) {
    return std::shared_ptr<X>(own_by_queue(made), made);
  } else {
    return std::shared_ptr<X>(own_by_count(made, alignof(X)), made);
  }
}

// Holds any object as an owner.
template <class X>
struct kept final : released_by_queue {
  template <class From>
  explicit kept(From&& given) : x(std::forward<From>(given)) {}
  X x;
};

inline constexpr int depth_limit = 256;
inline constexpr int low_tree = 8;  // in lower trees, repeated nodes cost too little to matter
[[noreturn]] RAVEL_API void throw_too_deep(int depth);
[[noreturn]] RAVEL_API void throw_stack_used(int calls);
[[noreturn]] RAVEL_API void throw_not_writable();

// Wraps calls of user code. User code may read other handles whose depth no node knows, so this counts nested calls and the stack that they
// and the trees between them take.
class user_call : noncopyable {
 public:
  user_call() {
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    if (running == depth_limit) throw_too_deep(running + 1);
    if (here - roomy_from >= roomy_bytes) look_at_stack(here);
    ++running;
  }
  ~user_call() { --running; }

 private:
  // The slow check, if little stack is left, if this is another stack than the thread's own, or in the first call of the thread, which asks
  // for its stack.
  RAVEL_API static void look_at_stack(std::uintptr_t here);

  RAVEL_API static constinit thread_local int running;
  // The part of the stack from which enough room is left to go on.
  RAVEL_API static constinit thread_local std::uintptr_t roomy_from, roomy_bytes;
};
struct own_call {};
template <bool OfUser>
using call_of = std::conditional_t<OfUser, user_call, own_call>;

// Facts about a node that are known when it is built.
struct node_facts {
  index_t size = 0;
  int depth = 0;              // levels of nodes below
  scratch_need need = {};     // the arena memory that produce takes
  bool immutable = false;     // reads no writable memory: a value that was read once stays true
  bool never_stores = false;  // sparse, and nothing below can ever store an entry: constants and functions of constants
  bool finite = false;        // the user promises that no element is infinite or NaN
  bool single_pass = false;   // produces any number of elements in one pass, without scratch, and never uses `out` as scratch
};

// How the memory that a node reads overlaps the memory that is written: not at all; element i with element i only; or in another way.
enum class overlap : unsigned char { none, elementwise, arbitrary };
constexpr overlap worst(overlap a, overlap b) { return a < b ? b : a; }

// Facts found about the nodes of a tree, each of which may stand in many places.
template <class Fact>
class known_nodes {
 public:
  const Fact* find(const void* node) const {
    for (const auto& [known, fact] : facts_) {
      if (known == node) return &fact;
    }
    return nullptr;
  }
  const Fact& add(const void* node, Fact fact) { return facts_.emplace_back(node, std::move(fact)).second; }

 private:
  std::vector<std::pair<const void*, Fact>> facts_;
};

// The layout of elements in memory that are not evenly spaced.
class arrangement {
 public:
  virtual bool same(const arrangement& other) const = 0;

 protected:
  ~arrangement() = default;
};

// Writable memory that an assignment is about to fill, with element i at first + i * step. For another arrangement it covers all memory
// between the first and the last element.
struct target_memory {
  const std::byte* first;
  index_t step;  // in bytes
  index_t size;
  index_t element;  // bytes of one element
  const arrangement* arranged = nullptr;
  known_nodes<overlap>* known = nullptr;

  constexpr const std::byte* low() const { return step < 0 && size > 0 ? first + (size - 1) * step : first; }
  constexpr const std::byte* high() const { return size == 0 ? low() : (step < 0 ? first : first + (size - 1) * step) + element; }
};

// True if both lie in two mappings of one file and share bytes of it. Addresses do not tell.
RAVEL_API bool share_bytes_of_file(const target_memory& own, const target_memory& target);

// How elements that are read at `own` overlap those that are written.
inline overlap meets_memory(const target_memory& own, const target_memory& target) {
  if (own.size == 0 || target.size == 0) return overlap::none;
  if (own.high() <= target.low() || target.high() <= own.low())
    return share_bytes_of_file(own, target) ? overlap::arbitrary : overlap::none;
  const bool same =
      own.first == target.first && own.step == target.step && own.element == target.element && !own.arranged && !target.arranged;
  return same ? overlap::elementwise : overlap::arbitrary;
}
// An elementwise overlap becomes arbitrary when elements are moved to other positions.
constexpr overlap rearranged(overlap m) { return m == overlap::none ? m : overlap::arbitrary; }

struct progression {
  index_t start;
  index_t step;  // not 0; 1 for fewer than two elements
};

class untyped_node;
class movement;
class operation_list;
class shaped_base;
class untyped_tensor;
using shared_untyped = std::shared_ptr<const untyped_node>;

// The part of a node that does not depend on the element type.
class RAVEL_API untyped_node : public released_by_queue {
 public:
  index_t size() const { return facts_.size; }
  int depth() const { return facts_.depth; }
  bool immutable() const { return facts_.immutable; }
  bool never_stores() const { return facts_.never_stores; }
  bool finite() const { return facts_.finite; }
  bool single_pass() const { return facts_.single_pass; }
  bool sparse() const { return fill_; }
  const void* fill_at() const { return fill_; }
  // The workspace that a caller of pull must supply besides the room it passes.
  scratch_need need() const { return facts_.need; }
  const element_room& room() const { return room_; }
  index_t longest_block() const { return block_length_of(room_.bytes); }
  bool lends() const { return data_; }  // is memory, with elements a fixed step apart
  index_t lent_step() const { return step_; }
  const void* lent_from(index_t start) const { return data_ + start * step_ * room_.bytes; }

  // pull without the element type.
  virtual raw_block pull_raw(index_t start, index_t n, void* room, arena& from) const = 0;
  // pull without the element type, with consecutive elements.
  virtual const void* pull_row(index_t start, index_t n, void* room, arena& from) const = 0;

  // Reads elements one by one, each with the same bits as in a block.
  virtual void read_each(const index_t* positions, index_t n, void* out) const = 0;

  // Only for writable nodes; a writer calls it. The values are of the element type.
  virtual void store(index_t start, index_t n, const void* values) const;
  // Writes elements at separate positions, which rise.
  virtual void store_at(const index_t* positions, index_t n, const void* values) const;

  virtual overlap meets(const target_memory& target) const = 0;

  // Calls found(operand) for each operand that this node reads at the positions of its own block, and found.elsewhere(operand) for each
  // that it reads at other positions.
  virtual void each_operand(shared_blocks&) const {}

  // The entries of a sparse node. None equals the fill. <ravel/reader/detail/entries.hpp> has the functions that read them.
  virtual owned_stream entries(entry_pass&) const;
  virtual bool is_progression(progression&) const { return false; }
  virtual bool sorted() const { return immutable() && (size() < 2 || (lends() && lent_step() == 0)); }

  // The elements start, start + step, … as a node of its own, if that is better than a view of this node; else null.
  virtual shared_untyped sliced(index_t start, index_t count, index_t step, const shared_untyped& self) const;

  // A node of the same element type whose elements a movement takes from this node, and others.
  virtual shared_untyped moved(std::unique_ptr<const movement> by) const = 0;
  virtual const movement* moved_by() const { return nullptr; }  // of a node that was made so

  virtual const untyped_tensor* as_tensor() const { return nullptr; }  // of the node of a tensor
  virtual const shaped_base* as_shaped() const { return nullptr; }     // of a node that has a shape

  // Lists the operations that compute a block, if a machine knows them: see <ravel/lazy/detail/program_node.hpp>.
  virtual bool list_operations(operation_list&) const { return false; }

  // An estimate of the number of entries, if the node is sparse. High trees are not asked, because a node may stand in many places there.
  index_t about_stored() const { return depth() <= low_tree ? guess_stored() : 0; }

 protected:
  virtual index_t guess_stored() const { return 0; }
  untyped_node(const node_facts& facts, const void* data, index_t step, const void* fill, const element_room& room)
      : facts_(facts), data_(static_cast<const std::byte*>(data)), step_(step), fill_(fill), room_(room) {
    if (facts_.depth > depth_limit) throw_too_deep(facts_.depth);
  }
  void fill_stands_at(const void* fill) { fill_ = fill; }

 private:
  node_facts facts_;
  const std::byte* data_;
  index_t step_;
  const void* fill_;
  const element_room& room_;
};

template <class T>
class node : public untyped_node {
 public:
  using element = T;
  static constexpr bool keeps_handles = false;  // besides its operands, which count in its depth

  explicit node(node_facts facts, block<const T> memory = {}, const T* fill = nullptr)
      : untyped_node(facts, memory.data, memory.step, fill, element_room_of<T>) {}

  block<const T> memory() const { return {static_cast<const T*>(lent_from(0)), lent_step()}; }  // null data: not memory
  // The element at all positions without an entry. Null if the node is not sparse.
  const T* fill() const { return static_cast<const T*>(fill_at()); }

  // Gives n elements from start on: in memory that lives as long as the node, with any step, or in `out`, consecutive, where the caller may
  // compute in place. n is at most the length that the arena was made for, and `out` may be used as scratch.
  block<const T> pull(index_t start, index_t n, T* out, arena& from) const {
    if (const block<const T> lent = memory(); lent.data) return {lent.data + start * lent.step, lent.step};
    if (from.shared() && from.shared()->may_know(this)) return pull_shared(start, n, out, from);
    return produce(start, n, out, from);
  }

  raw_block pull_raw(index_t start, index_t n, void* room, arena& from) const override {
    const block<const T> got = pull(start, n, static_cast<T*>(room), from);
    return {got.data, got.step};
  }
  const void* pull_row(index_t start, index_t n, void* room, arena& from) const override {
    T* const out = static_cast<T*>(room);
    const block<const T> got = pull(start, n, out, from);
    if (got.step == 1) return got.data;
    spread(got, n, out);
    return out;
  }

  // One element, with the same bits as in a block. Precondition: the position is inside.
  virtual T at(index_t i) const;
  void read_each(const index_t* positions, index_t n, void* out) const override {
    for (index_t i = 0; i < n; ++i) static_cast<T*>(out)[i] = at(positions[i]);
  }
  shared_untyped moved(std::unique_ptr<const movement> by) const override;

  T unchecked(index_t i) const { return at(i); }

  // Writes the totals of the chunks of n elements from start on, where start begins a chunk; for bools, one count of all. False if the node
  // would have to write a block first. The room is as for pull.
  virtual bool add_up(index_t, index_t, T*, chunk_total_t<T>*, arena&) const { return false; }

 protected:
  // The only function that a node must implement.
  virtual block<const T> produce(index_t start, index_t n, T* out, arena& from) const = 0;

  // Call this in the constructor if the fill is computed from members. The fill lives as long as the node.
  void declare_fill(const T* fill) { fill_stands_at(fill); }

 private:
  [[gnu::noinline]] block<const T> pull_shared(index_t start, index_t n, T* out, arena& from) const;
};

// meets() for callers that ask several operands: each node answers once, even if it stands in several places.
RAVEL_API overlap meets_once(const untyped_node& of, const target_memory& target);

template <class T>
T node<T>::at(index_t i) const {
  if (const block<const T> lent = memory(); lent.data) return lent.data[i * lent.step];
  arena from(need(), 1);
  T room{};
  const block<const T> one = produce(i, 1, std::addressof(room), from);
  return *one.data;
}

template <class T>
block<const T> node<T>::pull_shared(index_t start, index_t n, T* out, arena& from) const {
  return from.shared()->template pull<T>(this, start, n, out, [&](T* room) { return produce(start, n, room, from); });
}

// Node::keeps_handles tells whether the arguments may hold handles.
template <class Node, class... Args>
std::shared_ptr<Node> make_node(Args&&... args) {
  return make_released<Node::keeps_handles, Node>(std::forward<Args>(args)...);
}

// Compiled once in src/ for the closed set of element types, so that statements that make nodes do not compile it again.
#define RAVEL_DECLARE(T) extern template class RAVEL_API node<T>;
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace ravel::detail
