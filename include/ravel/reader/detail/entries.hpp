// SPDX-License-Identifier: BSL-1.0
// Reads the entries of sparse nodes: the pass that all requests of an evaluation use, collected entries, and streams joined one after the
// other. A pass belongs to one evaluation on one thread.
#pragma once

#include <ravel/base/detail/element_memory.hpp>
#include <ravel/base/divider.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/reader/detail/element_room.hpp>
#include <ravel/reader/detail/entry_stream.hpp>
#include <ravel/reader/detail/read.hpp>

#include <algorithm>
#include <span>
#include <utility>

namespace ravel::detail {

// entry_list: a growing list of entries, with positions and values in two arrays, and entry_array<T>, a list of a known type. Both own
// their arrays. One thread changes a list; when it is complete, any thread may read it.

class RAVEL_API entry_list {
 public:
  explicit entry_list(const element_room& kind) : values_(kind) {}
  // The entries with values[place] at each position, for a list whose values are places.
  entry_list(const element_room& kind, entry_list placed, const void* values);
  // Takes over a list of words, for values of that size.
  entry_list(const element_room& kind, entry_list words);
  entry_list(entry_list&& from) noexcept : values_(from.values_.kind()) { swap(from); }
  entry_list& operator=(entry_list&& from) noexcept {
    swap(from);
    return *this;
  }

  index_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  index_t* positions() const { return positions_.get(); }
  void* values() const { return values_.get(); }
  const element_room& kind() const { return values_.kind(); }
  raw_entry_block all() const { return {positions(), values(), size_}; }

  void reserve(index_t room) {
    if (room > room_) move_to(room);
  }
  void append(const raw_entry_block& more);
  void make_room(index_t more) {
    if (size_ + more > room_) move_to(std::max(size_ + more, 2 * room_));
  }
  void grow_by(index_t more) { size_ += more; }  // the caller has written them behind the others
  void shrink_to(index_t n) { size_ = n; }
  // Gives memory back if far fewer entries came than there is room for.
  void fit() {
    if (size_ < room_ - room_ / 4) move_to(size_);
  }
  void clear() { *this = entry_list(kind()); }
  void swap(entry_list& other) noexcept {
    std::swap(positions_, other.positions_);
    std::swap(values_, other.values_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }

 protected:
  bool is_full() const { return size_ == room_; }
  void move_to(index_t room);
  index_t more_room() const { return std::max<index_t>(16, 2 * room_); }

 private:
  owned_elements<index_t> positions_;
  raw_elements values_;
  index_t size_ = 0;
  index_t room_ = 0;
};

template <class T>
class entry_array : public entry_list {
 public:
  entry_array() : entry_list(element_room_of<T>) {}
  explicit entry_array(index_t room) : entry_array() { reserve(room); }
  // Takes over a list whose values are of this type.
  explicit entry_array(entry_list&& from) noexcept : entry_list(std::move(from)) {}

  T* values() const { return static_cast<T*>(entry_list::values()); }
  entry_block<T> all() const { return {positions(), values(), size()}; }

  void add(index_t position, const T& value) {
    if (is_full()) return add_to_more(position, value);
    const index_t at = size();
    values()[at] = value;
    positions()[at] = position;
    grow_by(1);
  }
  // Precondition: there is room for `more`.
  void add(const entry_block<T>& more) {
    std::copy_n(more.values, more.count, values() + size());
    std::copy_n(more.positions, more.count, positions() + size());
    grow_by(more.count);
  }

 private:
  // The value may be an element of this list.
  [[gnu::noinline]] void add_to_more(index_t position, const T& value) {
    const T kept = value;
    move_to(more_room());
    add(position, kept);
  }
};

using shared_entries = std::shared_ptr<const entry_list>;

// Streams over entries in memory.
RAVEL_API owned_stream no_entries();
RAVEL_API owned_stream listed(entry_list list);
RAVEL_API owned_stream listed(shared_entries list);
// `owner` keeps the entries alive.
RAVEL_API owned_stream listed(const raw_entry_block& given, const element_room& kind, std::shared_ptr<const void> owner = nullptr);

// Collects the entries of a stream that nobody has read yet. `about` is an estimate of their number.
RAVEL_API entry_list collected(entry_stream& from, const element_room& kind, index_t about = 0);

// The sparse pass: all requests for entries within one evaluation. In a tree of many levels a node may stand in many places; the pass
// computes its entries once and keeps them.
class RAVEL_API entry_pass {
 public:
  owned_stream stream(const untyped_node& source);
  template <class T>
  entries_of<T> of(const node<T>& source) {
    return entries_of<T>(stream(source));
  }
  // An estimate of the number of entries, to choose an algorithm.
  index_t about(const untyped_node& source) { return source.depth() <= low_tree ? source.about_stored() : kept(source)->size(); }
  // All entries of a node, for a caller that reads them several times.
  shared_entries kept(const untyped_node& source);

 private:
  known_nodes<shared_entries> kept_;
};

// The estimate for the entries of `sum` and one more operand.
inline index_t about_with(index_t sum, const untyped_node& more) { return more.sparse() ? about_both(sum, more.about_stored()) : sum; }

// A second base of nodes that have their entries in memory and know their number.
class RAVEL_API counts_entries {
 public:
  virtual index_t stored() const = 0;

 protected:
  ~counts_entries() = default;
};

// True if an eager operation reads the entries. It reads constants like dense sources: a sum of them has the bits of the loop.
template <class T>
bool by_entries(const node<T>& source) {
  return source.fill() && !source.never_stores();
}

// The blocks of entries of a sparse node, without their element type.
class RAVEL_API raw_entry_blocks {
 public:
  explicit raw_entry_blocks(const untyped_node& source);
  ~raw_entry_blocks();

  // Moves to the next block. False at the end.
  bool next();

 protected:
  raw_entry_block at_hand_;

 private:
  const untyped_node& source_;
  entry_pass pass_;
  owned_stream from_;
  raw_entry_block left_;  // the rest of a block that is split, so that a watch is asked in between
  [[no_unique_address]] watched_loop loop_;
};

// for (entry_blocks<T> from(node); from.next();) reads the entries of a sparse node, by ascending position.
template <class T>
class entry_blocks : raw_entry_blocks {
 public:
  explicit entry_blocks(const node<T>& source) : raw_entry_blocks(source) {}

  using raw_entry_blocks::next;
  entry_block<T> at_hand() const { return at_hand_.of<T>(); }
};

// Some entries as one block: borrowed if the stream gives one block, else collected.
class RAVEL_API raw_collected_entries {
 public:
  // The entries of the positions [begin, end).
  raw_collected_entries(owned_stream from, index_t begin, index_t end, const element_room& kind);

  const raw_entry_block& all() const { return all_; }
  std::span<const index_t> positions() const { return {all_.positions, static_cast<std::size_t>(all_.count)}; }

 private:
  owned_stream from_;
  entry_list list_;
  raw_entry_block all_;
};

template <class T>
class collected_entries : public raw_collected_entries {
 public:
  collected_entries(const node<T>& source, index_t begin, index_t end, entry_pass& pass)
      : raw_collected_entries(pass.stream(source), begin, end, element_room_of<T>) {}

  entry_block<T> all() const { return raw_collected_entries::all().template of<T>(); }
};

// All entries of a node.
template <class T>
collected_entries<T> all_entries(const node<T>& source, entry_pass& pass) {
  return {source, 0, source.size(), pass};
}

// The elements that differ from `fill`, for a source with another fill, or none.
template <class T>
entry_array<T> entries_unlike(const node<T>& source, const T& fill) {
  entry_array<T> found;
  for (source_blocks<T> from(source); from.next();) {
    const auto [b, position, n] = from.at_hand();
    for (index_t i = 0; i < n; ++i) {
      if (!is_fill(b.data[i * b.step], fill)) found.add(position + i, b.data[i * b.step]);
    }
  }
  return found;
}

// Replaces all entries of a sparse target in one write. Entries of the target that the source lacks become the fill.
RAVEL_API void store_instead(const raw_entry_block& from, const untyped_node& target);

// Writes a source into a sparse target entry by entry. It reads all of the source before it writes, so a target that keeps its elements
// when its own write throws keeps all of them. False if the target is not sparse.
template <class T>
bool store_entries(const node<T>& source, const node<T>& target) {
  if (!target.fill()) return false;
  if (source.fill() && is_fill(*source.fill(), *target.fill())) {
    entry_pass pass;
    const auto stored = all_entries(source, pass);
    store_instead(stored.all(), target);
  } else {
    store_instead(entries_unlike(source, *target.fill()).all(), target);
  }
  return true;
}
#define RAVEL_DECLARE(T) extern template RAVEL_API bool store_entries(const node<T>&, const node<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// The entries of [begin, end), with begin moved to the position `to`.
struct entry_part {
  owned_stream entries;
  index_t begin;
  index_t end;
  index_t to;

  index_t behind() const { return to + (end - begin); }
};

// The entries of several parts, one after the other.
RAVEL_API owned_stream entries_in_parts(std::vector<entry_part> parts, const element_room& kind);
// The entries [begin, end) of one node, moved to start at `to`.
RAVEL_API owned_stream part_of_entries(const untyped_node& of, index_t begin, index_t end, index_t to, entry_pass& pass);

// Repeats each entry of a list at consecutive positions, and then the whole list again, one period further, up to the size of the result.
class RAVEL_API repeated_entries final : public entry_stream {
 public:
  repeated_entries(shared_entries list, index_t period, index_t size, index_t each = 1);

  const entry_list& once() const { return *list_; }

  raw_entry_block next() override;
  void seek(index_t position) override;

 private:
  void enter(index_t begin);
  void pass_to(index_t at);

  shared_entries list_;
  divider each_;
  index_t period_;
  index_t left_;  // where the last period ends
  index_t begin_ = 0;
  index_t at_ = 0;
  index_t of_each_ = 0;
  index_t most_ = entry_block_length;  // the limit of the next block
  index_t positions_[entry_block_length];
  index_t places_[entry_block_length];  // in the list, of the entries of a block
  raw_elements values_;
};

// Positions, each with the place of its element. One thread uses a list.
using placed_positions = entry_array<index_t>;

// Sorts by position, and equal positions by place. A flipped or rotated list is turned back; all others take a radix sort.
RAVEL_API void sort_by_position(index_t* positions, index_t* places, index_t n);
inline void sort_by_position(const placed_positions& list) { sort_by_position(list.positions(), list.values(), list.size()); }

}  // namespace ravel::detail
