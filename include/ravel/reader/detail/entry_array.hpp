// SPDX-License-Identifier: BSL-1.0
// entry_list: a growing list of entries, with positions and values in two arrays, and entry_array<T>, a list of a known type. Both own
// their arrays. One thread changes a list; when it is complete, any thread may read it.
#pragma once

#include <ravel/base/detail/element_memory.hpp>
#include <ravel/reader/detail/element_room.hpp>
#include <ravel/reader/detail/entry_stream.hpp>

#include <algorithm>
#include <utility>

namespace ravel::detail {

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

}  // namespace ravel::detail
