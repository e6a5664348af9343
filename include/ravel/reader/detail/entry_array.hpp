// SPDX-License-Identifier: BSL-1.0
// entry_array: a growing list of entries, with positions and values in two arrays. Owns both. One thread changes it; when it is complete,
// any thread may read it.
#pragma once

#include <ravel/base/detail/element_memory.hpp>
#include <ravel/reader/detail/entry_stream.hpp>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace ravel::detail {

template <class T>
class entry_array {
 public:
  entry_array() = default;
  explicit entry_array(index_t room) { reserve(room); }
  // Takes over the positions of a list and replaces each value by value(old value).
  template <class U, class Value>
  entry_array(entry_array<U> list, Value value) : values_(list.size_), size_(list.size_), room_(list.size_) {
    for (index_t i = 0; i < size_; ++i) values_[i] = value(list.values_[i]);
    std::swap(positions_, list.positions_);
    list.size_ = list.room_ = 0;
  }
  entry_array(entry_array&& from) noexcept { swap(from); }
  entry_array& operator=(entry_array&& from) noexcept {
    swap(from);
    return *this;
  }

  index_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  index_t* positions() const { return positions_.get(); }
  T* values() const { return values_.get(); }
  entry_block<T> all() const { return {positions(), values(), size_}; }

  void reserve(index_t room) {
    if (room > room_) move_to(room);
  }
  void add(index_t position, const T& value) {
    if (size_ == room_) return add_to_more(position, value);
    values_[size_] = value;
    positions_[size_++] = position;
  }
  // Precondition: there is room for `more`.
  void add(const entry_block<T>& more) {
    std::copy_n(more.values, more.count, values() + size_);
    std::copy_n(more.positions, more.count, positions() + size_);
    size_ += more.count;
  }
  void append(const entry_block<T>& more) {
    make_room(more.count);
    add(more);
  }
  void make_room(index_t more) {
    if (size_ + more > room_) move_to(std::max(size_ + more, 2 * room_));
  }
  void grow_by(index_t more) { size_ += more; }  // the caller has written them behind the others
  void shrink_to(index_t n) { size_ = n; }
  // Gives memory back if far fewer entries came than there is room for.
  void fit() {
    if (size_ < room_ - room_ / 4) move_to(size_);
  }
  void clear() { *this = entry_array(); }
  void swap(entry_array& other) noexcept {
    std::swap(positions_, other.positions_);
    std::swap(values_, other.values_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }

 private:
  template <class>
  friend class entry_array;

  // The value may be an element of this list.
  [[gnu::noinline]] void add_to_more(index_t position, const T& value) {
    const T kept = value;
    move_to(std::max<index_t>(16, 2 * room_));
    add(position, kept);
  }
  void move_to(index_t room) {
    if (room == 0) return clear();
    owned_elements<index_t> positions(room);
    owned_elements<T> values(room);
    if constexpr (std::is_nothrow_move_assignable_v<T>) {
      std::move(values_.get(), values_.get() + size_, values.get());
    } else {
      std::copy_n(values_.get(), size_, values.get());
    }
    std::copy_n(positions_.get(), size_, positions.get());
    positions_ = std::move(positions);
    values_ = std::move(values);
    room_ = room;
  }

  owned_elements<index_t> positions_;
  owned_elements<T> values_;
  index_t size_ = 0;
  index_t room_ = 0;
};

}  // namespace ravel::detail
