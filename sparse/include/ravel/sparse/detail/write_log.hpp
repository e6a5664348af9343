// SPDX-License-Identifier: BSL-1.0
// Single writes in the order in which they came, before they are merged into the entries, and a table that finds the last write to a
// position. The owner of the log guards it by a lock.
#pragma once

#include <ravel/sparse/detail/ordered_entries.hpp>

#include <vector>

namespace ravel::detail {

// Finds the last place of a position in a growing list, by open addressing. It is brought up to date when it is asked.
class RAVEL_API last_places {
 public:
  index_t find(const index_t* positions, index_t n, index_t position);  // -1 if there is none
  void clear() { *this = last_places(); }

 private:
  void add(const index_t* positions, index_t place);
  std::size_t slot_of(const index_t* positions, index_t position) const;

  std::vector<index_t> slots_;  // a power of two, at most half of them in use; -1 is free
  index_t known_ = 0;           // of the list
};

template <class T>
class write_log {
 public:
  index_t size() const { return writes_.size(); }
  bool empty() const { return writes_.empty(); }
  entry_block<T> all() const { return writes_.all(); }

  void add(index_t position, const T& value) {
    writes_.add(position, value);
    low_ = std::min(low_, position);
    high_ = std::max(high_, position);
  }
  // Calls f(add), which adds several writes. If f throws, none is added.
  template <class F>
  void add_all(const F& f) {
    const index_t before = size();
    try {
      f([this](index_t position, const T& value) { add(position, value); });
    } catch (...) {
      writes_.shrink_to(before);
      throw;
    }
  }
  void reserve(index_t n) { writes_.reserve(n > writes_.size() ? n : writes_.size()); }
  void clear() { *this = write_log(); }

  // False if no write went there.
  bool meets(index_t begin, index_t end) const { return begin <= high_ && low_ < end; }
  const T* find(index_t position) {
    const index_t place = places_.find(writes_.positions(), size(), position);
    return place < 0 ? nullptr : writes_.values() + place;
  }

 private:
  entry_array<T> writes_;
  last_places places_;
  index_t low_ = index_limit;
  index_t high_ = -1;
};

}  // namespace ravel::detail
