// SPDX-License-Identifier: BSL-1.0
// Entries that are being gathered: positions and values side by side in two pieces of memory of their own, and what is asked of them once
// they rise. Owns both; belongs to one thread until nobody changes it any more.
#pragma once

#include <ravel/element/detail/for_each.hpp>
#include <ravel/reader/detail/entry_stream.hpp>

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace ravel::detail {

// The places of a list of positions in the order in which they rise, equal ones as they come; nothing where they rise already, each once.
struct RAVEL_API position_order {
  position_order(const index_t* positions, index_t n);

  bool as_listed = true;
  std::vector<index_t> places;

  index_t place(index_t i) const { return as_listed ? i : places[static_cast<std::size_t>(i)]; }
};

template <class T>
class entry_array {
 public:
  entry_array() = default;
  explicit entry_array(index_t room) { reserve(room); }
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
    values_[static_cast<std::size_t>(size_)] = value;
    positions_[static_cast<std::size_t>(size_++)] = position;
  }
  // There is room for them.
  void add(const entry_block<T>& more) {
    std::copy_n(more.values, more.count, values() + size_);
    std::copy_n(more.positions, more.count, positions() + size_);
    size_ += more.count;
  }
  void make_room(index_t more) {
    if (size_ + more > room_) move_to(std::max(size_ + more, 2 * room_));
  }
  void grow_by(index_t more) { size_ += more; }  // written behind the others, where there is room
  void shrink_to(index_t n) { size_ = n; }
  // Where many fewer have come than there is room for.
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
  // The value may be one of its own.
  [[gnu::noinline]] void add_to_more(index_t position, const T& value) {
    const T kept = value;
    move_to(std::max<index_t>(16, 2 * room_));
    add(position, kept);
  }
  void move_to(index_t room) {
    auto positions = std::make_unique_for_overwrite<index_t[]>(static_cast<std::size_t>(room));
    auto values = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(room));
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

  std::unique_ptr<index_t[]> positions_;
  std::unique_ptr<T[]> values_;
  index_t size_ = 0;
  index_t room_ = 0;
};

// Entries in rising order with a sorted list of writes laid over them: of several writes to one position the last holds, and what is
// written as the fill is an entry no more.
template <class T>
entry_array<T> overlaid(const entry_block<T>& below, const entry_block<T>& writes, const position_order& order, const T& fill) {
  entry_array<T> made(below.count + writes.count);
  index_t done = 0;
  for (index_t i = 0; i < writes.count; ++i) {
    const index_t place = order.place(i), position = writes.positions[place];
    if (i + 1 < writes.count && writes.positions[order.place(i + 1)] == position) continue;
    index_t next = done, stride = 1;
    while (next + stride < below.count && below.positions[next + stride] < position) {
      next += stride;
      stride *= 2;
    }
    next += below.from(next).first(std::min(stride + 1, below.count - next)).find(position);
    made.add(below.from(done).first(next - done));
    done = next + (next < below.count && below.positions[next] == position);
    if (!is_fill(writes.values[place], fill)) made.add(position, writes.values[place]);
  }
  made.add(below.from(done));
  made.fit();
  return made;
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) \
  extern template RAVEL_API entry_array<T> overlaid(const entry_block<T>&, const entry_block<T>&, const position_order&, const T&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace ravel::detail
