// SPDX-License-Identifier: BSL-1.0
// function_node: a function of readers, without the types of the readers and of the function. All questions to the readers are compiled
// once, in the library, so that one more function costs little more than its loop. Owns nothing: the function owns its readers and outlives
// the node. Safe to read from any thread.
#pragma once

#include <ravel/base/detail/small_vector.hpp>
#include <ravel/lazy/detail/cover.hpp>
#include <ravel/lazy/detail/joined_entries.hpp>
#include <ravel/reader/detail/node.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ravel::detail {

// The readers of a function, in the order of its arguments.
class RAVEL_API leaf_list {
 public:
  struct leaf {
    const untyped_node* node;
    joined_maker joined;
    const std::byte* memory;   // null unless it is memory with consecutive elements
    index_t step;              // bytes from one element to the next; 0: computed
    bool independent = false;  // declared to read nothing that is being written
  };

  template <class T>
  void operator()(const node<T>& of) {
    add(of, joined_leaf<T>);
  }
  void add(const untyped_node& of, joined_maker joined);
  // Marks the leaves that are added in its scope as independent, if `is`.
  class independent_part : noncopyable {
   public:
    independent_part(leaf_list& list, bool is) : list_(list), before_(std::exchange(list.independent_, list.independent_ || is)) {}
    ~independent_part() { list_.independent_ = before_; }

   private:
    leaf_list& list_;
    bool before_;
  };
  void reads_anything() { crossing_ = crossing_ || !independent_; }  // besides the readers

  std::span<const leaf> all() const { return {leaves_.data(), leaves_.size()}; }
  bool all_sparse() const;
  small_vector<const void*, 6> fills() const;
  overlap meets(const target_memory& target) const;
  index_t about_stored() const;
  // Plans where each block will stand, and gives the facts of the function, whose result is of a kind. The first computed reader of that
  // kind is computed in the room of the result.
  node_facts plan(index_t size, const element_room& result, bool any_length);
  // Loads the blocks if at most one reader is computed, in the room of the result. That read comes last: the loop would wait for code after
  // it.
  bool in_place() const { return in_place_; }
  [[gnu::always_inline]] void load_in_place(index_t start, index_t n, void* result, arena& from, const void** values) const {
    load_memory(start, values);
    if (computed_.empty()) return;
    const computed& only = computed_[0];
    const void*& value = values[only.at];
    value = only.node->pull_row(start, n, result, from);
  }
  // Loads the blocks of any readers, in rooms that take_room(kind) makes.
  template <class TakeRoom>
  void load(index_t start, index_t n, void* result, arena& from, const void** values, TakeRoom take_room) const {
    load_memory(start, values);
    for (const computed& c : computed_) {
      if (c.stands == place::earlier)
        values[c.at] = values[c.earlier];
      else
        values[c.at] = c.node->pull_row(start, n, c.stands == place::result ? result : take_room(c.node->room()), from);
    }
  }
  // As load, if the readers are few and their rooms are plain bytes.
  static constexpr std::size_t few = 16;
  bool plain() const { return plain_; }
  void load_plainly(index_t start, index_t n, void* result, arena& from, const void** values) const {
    load(start, n, result, from, values, [&](const element_room& kind) { return from.take_bytes(n * kind.bytes, scratch_alignment); });
  }

 private:
  // The room of a reader's block: the room of the result, a room of its own, or that of an earlier leaf with the same reader.
  enum class place : unsigned char { result, room, earlier };
  struct computed {
    const untyped_node* node;
    unsigned at;  // index among the readers
    unsigned earlier;
    place stands;
  };

  [[gnu::always_inline]] void load_memory(index_t start, const void** values) const {
    for (const leaf& l : leaves_) *values++ = l.memory + start * l.step;
  }

  small_vector<leaf, 6> leaves_;
  small_vector<computed, 2> computed_;
  bool independent_ = false;
  bool crossing_ = false;
  bool plain_ = false;
  bool in_place_ = false;
};

// Takes rooms for elements of any kind from an arena, until the end of the scope.
class RAVEL_API element_rooms {
 public:
  element_rooms(arena& from, index_t length) : from_(from), frame_(from), length_(length) {}
  ~element_rooms() {
    if (!made_.empty()) end();
  }

  void* take(const element_room& kind);

 private:
  struct made {
    const element_room* kind;
    void* room;
  };

  void end();

  arena& from_;
  arena_frame frame_;
  index_t length_;
  small_vector<made, 4> made_;  // elements that need a destructor
};

// The blocks of all readers of a function, for one loop.
class RAVEL_API loaded_leaves {
 public:
  loaded_leaves(const leaf_list& leaves, index_t start, index_t n, void* result, arena& from);

  const void* const* values() const { return many_ ? many_.get() : few_; }

 private:
  static constexpr std::size_t few = 64;  // two large expressions and more

  element_rooms rooms_;
  const void* few_[few];  // uninitialised until load
  std::unique_ptr<const void*[]> many_;
};

// The functions behind a function_node: how a function of some type is computed.
template <class T>
struct function_of {
  void (*list)(const void* function, leaf_list& to);
  // Compute elements, or totals of chunks, from consecutive values of each reader.
  void (*compute)(const void* function, const void* const* values, index_t n, T* out);
  void (*add_up)(const void* function, const void* const* values, index_t n, chunk_total_t<T>* totals) = nullptr;  // null: nobody asks
  // Only products set these, because a factor of 0 may decide the result alone. Null: the function is sparse if all of its readers are, and
  // they cover it together.
  std::optional<T> (*fill)(const void* function) = nullptr;
  void (*add_cover)(const void* function, cover_search& to) = nullptr;
  bool any_length = true;  // reads its values once. False: may read a block again while it is in the cache
  bool (*list_operations)(const void* function, operation_list& to) = nullptr;  // null: no machine knows them
};

// A function and its readers. A base that comes before function_node, which points to it.
template <class T>
class listed_function {
 protected:
  listed_function(const void* function, const function_of<T>& how) : function_(function), how_(how) { how.list(function, leaves_); }

  leaf_list leaves_;
  const void* function_;
  const function_of<T>& how_;
};

template <class T>
class function_node : private listed_function<T>, public node<T> {
  using listed_function<T>::leaves_, listed_function<T>::function_, listed_function<T>::how_;

 public:
  function_node(index_t size, const void* function, const function_of<T>& how)
      : listed_function<T>(function, how), node<T>(leaves_.plan(size, element_room_of<T>, how.any_length)) {
    find_fill();
  }
  ~function_node() override;

  const leaf_list& leaves() const { return leaves_; }
  bool list_operations_of_function(operation_list& to) const { return how_.list_operations && how_.list_operations(function_, to); }

  T at(index_t i) const override { return this->depth() > low_tree ? read_one<T>(*this, i) : node<T>::at(i); }
  overlap meets(const target_memory& target) const override { return leaves_.meets(target); }
  void each_operand(shared_blocks& found) const override {
    for (const auto& leaf : leaves_.all()) found(*leaf.node);
  }
  index_t guess_stored() const override { return leaves_.about_stored(); }
  owned_stream entries(entry_pass& pass) const override;
  bool add_up(index_t start, index_t n, T* room, chunk_total_t<T>* totals, arena& from) const override;
  const void* pull_row(index_t start, index_t n, void* room, arena& from) const override {
    const untyped_node& self = *this;
    if (from.shared() && from.shared()->may_know(&self)) return node<T>::pull_row(start, n, room, from);
    return compute(start, n, static_cast<T*>(room), from);  // with the same result as any override of produce
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override { return {compute(start, n, out, from), 1}; }

 private:
  // A tree makes one nested call per node, so each kind has the smallest possible frame and returns in few instructions.
  [[gnu::always_inline]] const T* compute(index_t start, index_t n, T* out, arena& from) const {
    if (!leaves_.in_place()) return leaves_.plain() ? compute_plainly(start, n, out, from) : compute_in_rooms(start, n, out, from);
    const void* values[leaf_list::few];
    leaves_.load_in_place(start, n, out, from, values);
    how_.compute(function_, values, n, out);
    return out;
  }
  const T* compute_plainly(index_t start, index_t n, T* out, arena& from) const;
  const T* compute_in_rooms(index_t start, index_t n, T* out, arena& from) const;
  void find_fill();
};

// Deletes the fill, which this node owns.
template <class T>
function_node<T>::~function_node() {
  delete this->fill();
}

// If the function throws on the fills, as it will on every read there, it is not sparse.
template <class T>
void function_node<T>::find_fill() {
  std::unique_ptr<T> found;
  try {
    if (leaves_.all_sparse())
      how_.compute(function_, leaves_.fills().data(), 1, (found = std::make_unique<T>()).get());
    else if (std::optional<T> fill = how_.fill ? how_.fill(function_) : std::nullopt)
      found = std::make_unique<T>(*std::move(fill));
  } catch (const std::bad_alloc&) {
    throw;  // says nothing about the fill
  } catch (...) {
    return;
  }
  if (found) this->declare_fill(found.release());
}

template <class T>
owned_stream function_node<T>::entries(entry_pass& pass) const {
  std::optional<leaf_cover> covering;
  if (how_.add_cover) {
    cover_search by(pass);
    how_.add_cover(function_, by);
    covering.emplace(std::move(by).cover());
  }
  entry_join<T> join(pass, std::move(covering));
  for (const auto& leaf : leaves_.all()) join.add(*leaf.node, leaf.joined);
  return std::move(join).entries({function_, how_.compute}, *this->fill());
}

template <class T>
bool function_node<T>::add_up(index_t start, index_t n, T* room, chunk_total_t<T>* totals, arena& from) const {
  if (!how_.add_up) return false;
  const loaded_leaves loaded(leaves_, start, n, room, from);
  how_.add_up(function_, loaded.values(), n, totals);
  return true;
}

template <class T>
[[gnu::noinline]] const T* function_node<T>::compute_plainly(index_t start, index_t n, T* out, arena& from) const {
  const arena_frame frame(from);
  const void* values[leaf_list::few];
  leaves_.load_plainly(start, n, out, from, values);
  how_.compute(function_, values, n, out);
  return out;
}

template <class T>
[[gnu::noinline]] const T* function_node<T>::compute_in_rooms(index_t start, index_t n, T* out, arena& from) const {
  const loaded_leaves loaded(leaves_, start, n, out, from);
  how_.compute(function_, loaded.values(), n, out);
  return out;
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) extern template class RAVEL_API function_node<T>;
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace ravel::detail
