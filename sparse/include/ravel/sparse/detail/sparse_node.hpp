// SPDX-License-Identifier: BSL-1.0
// The node of a sparse buffer: stored entries that never change, and a log of later writes. The first read of many elements merges the log
// into new entries and publishes them. A stream keeps the entries that it lists. Threads may read at once, also right after a write, and
// write different elements at once. A write beside a read is a race. Entries are gathered by plain functions: elements unlike the fill,
// positions put in order, and writes merged into ordered entries.
#pragma once

#include <ravel/base/detail/published.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/reader/detail/node.hpp>
#include <ravel/reader/detail/sparse_rows.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

namespace ravel::detail {

// The places of positions in rising order, equal ones as they come. Empty if the positions rise already and differ.
struct RAVEL_API position_order {
  position_order(const index_t* positions, index_t n);

  bool as_listed = true;
  owned_elements<index_t> places;

  index_t place(index_t i) const { return as_listed ? i : places[i]; }
};

// The place of the first entry from `from` on that does not come before a position. It is probably near.
template <class T>
index_t first_behind(const entry_block<T>& entries, index_t from, index_t position) {
  const index_t near = std::min(entries.count, from + 32);
  while (from < near && entries.positions[from] < position) ++from;
  if (from < near || from == entries.count) return from;
  index_t stride = 32;
  while (from + stride < entries.count && entries.positions[from + stride] < position) {
    from += stride;
    stride *= 2;
  }
  return from + entries.from(from).first(std::min(stride + 1, entries.count - from)).find(position);
}

// Appends the n elements position(k), value(k) in order, without those that equal the fill.
template <class T, class Position, class Value>
void append_unless_fill(index_t n, const T& fill, entry_array<T>& made, const Position& position, const Value& value) {
  made.make_room(n);
  index_t* const positions = made.positions() + made.size();
  T* const values = made.values() + made.size();
  index_t kept = 0;
  for (index_t k = 0; k < n; ++k) {
    const T& one = value(k);
    if constexpr (element<T>) {  // no branch, because the CPU could not predict it
      positions[kept] = position(k);
      values[kept] = one;
      kept += !is_fill(one, fill);
    } else if (!is_fill(one, fill)) {
      positions[kept] = position(k);
      values[kept++] = one;
    }
  }
  made.grow_by(kept);
}

// Merges a sorted list of writes into entries in rising order. The last of several writes to one position holds. A write of the fill
// removes an entry.
template <class T>
entry_array<T> overlaid(const entry_block<T>& below, const entry_block<T>& writes, const position_order& order, const T& fill) {
  entry_array<T> made(below.count + writes.count);
  index_t done = 0;
  for (index_t i = 0; i < writes.count; ++i) {
    const index_t place = order.place(i), position = writes.positions[place];
    if (i + 1 < writes.count && writes.positions[order.place(i + 1)] == position) continue;
    const index_t next = first_behind(below, done, position);
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

// Entries that never change. One is found by a search among all, or among the few that share a slot of a directory, which is made when the
// first element is read at random. Readers share the entries; any thread.

template <class T>
class entry_store final : public released_by_queue {
 public:
  entry_store() = default;
  explicit entry_store(entry_array<T> entries) : entries_(std::move(entries)), all_(entries_.all()) {}
  entry_store(const entry_block<T>& lent, std::shared_ptr<const void> owner) : owner_(std::move(owner)), all_(lent) {}

  index_t size() const { return all_.count; }
  const entry_block<T>& all() const { return all_; }
  entry_block<T> within(index_t begin, index_t end) const {
    const entry_block<T> behind = all_.from(find(begin));
    return behind.first(behind.first(std::min(behind.count, end - begin)).find(end));
  }
  const T& value_at(index_t position, const T& fill) const {
    const index_t place = find(position);
    return place < all_.count && all_.positions[place] == position ? all_.values[place] : fill;
  }

 private:
  index_t find(index_t position) const {
    if (all_.count < position_directory::least) return all_.find(position);
    const auto& directory = directory_.get([&] { return position_directory(all_.positions, all_.count); });
    return directory.find(all_.positions, position);
  }

  entry_array<T> entries_;
  std::shared_ptr<const void> owner_;  // of borrowed entries
  entry_block<T> all_;
  published<position_directory> directory_;
};

// Holds entries in rising order: an array of them, or their place in memory and its owner.
template <class T, class... From>
std::shared_ptr<const entry_store<T>> shared_store(From&&... entries) {
  return make_released<may_hold_handles<T>, entry_store<T>>(std::forward<From>(entries)...);
}

// Single writes in the order in which they came, before they are merged into the entries, and a table that finds the last write to a
// position. The owner of the log guards it by a lock.

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

// Writes the fill and then the entries to `out`, which holds the elements from start on, block by block, so that a block stays in the
// cache.
template <class T>
void fill_and_place(const entry_block<T>& inside, const T& fill, index_t start, index_t n, T* out) {
  index_t next = 0;
  for (index_t begin = 0; begin < n; begin += block_length<T>) {
    const index_t end = std::min(n, begin + block_length<T>);
    std::fill(out + begin, out + end, fill);
    for (; next < inside.count && inside.positions[next] < start + end; ++next) out[inside.positions[next] - start] = inside.values[next];
  }
}

template <class T>
class sparse_node final : public node<T>, public counts_entries {
  using store_ptr = std::shared_ptr<const entry_store<T>>;

 public:
  static constexpr bool keeps_handles = may_hold_handles<T>;

  sparse_node(index_t size, const T& fill, store_ptr stored)
      : node<T>({.size = size, .single_pass = true}), fill_(fill), stored_(std::move(stored)), whole_(stored_.get()) {
    this->declare_fill(std::addressof(fill_));
  }

  T at(index_t i) const override {
    const entry_store<T>* const known = whole_.load(std::memory_order_acquire);
    return known ? known->value_at(i, fill_) : at_pending(i);
  }
  void store(index_t start, index_t n, const void* given) const override {
    const T* const values = static_cast<const T*>(given);
    const std::lock_guard lock(mutex_);
    keep_log_short();
    if (n == 1) {
      log_.add(start, *values);
    } else {
      log_block(start, n, values);
    }
    wait_for_merge();
  }
  void store_at(const index_t* positions, index_t n, const void* given) const override {
    const T* const values = static_cast<const T*>(given);
    const std::lock_guard lock(mutex_);
    if (n >= many && n >= stored_->size() / 4) return merge_all({positions, values, n});
    keep_log_short();
    log_.add_all([&](const auto& add) {
      for (index_t i = 0; i < n; ++i) add(positions[i], values[i]);
    });
    wait_for_merge();
  }

  // Nobody else has this memory. A write to itself counts as an arbitrary overlap.
  overlap meets(const target_memory& target) const override {
    return meets_memory({reinterpret_cast<const std::byte*>(this), 1, 1, 1}, target);
  }
  owned_stream entries(entry_pass&) const override {
    store_ptr known = whole();
    const entry_block<T> stored = known->all();
    return listed(stored, this->room(), std::move(known));
  }
  index_t guess_stored() const override { return stored(); }
  index_t stored() const override { return whole()->size(); }

  // The entries, for as long as they are held.
  store_ptr whole() const {
    if (!whole_.load(std::memory_order_acquire)) {
      const std::lock_guard lock(mutex_);
      merge();
    }
    return stored_;  // only a write changes it
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    if (n == 1) {
      *out = at(start);
    } else {
      const store_ptr known = whole();
      fill_and_place(known->within(start, start + n), fill_, start, n, out);
    }
    return {out, 1};
  }

 private:
  // Looks into the log. It merges after so many looks that merging costs no more than they do.
  [[gnu::noinline]] T at_pending(index_t i) const {
    const std::lock_guard lock(mutex_);
    if (++looks_ > 16 + (stored_->size() + log_.size()) / 8) merge();
    const T* const written = log_.empty() ? nullptr : log_.find(i);
    return written ? *written : stored_->value_at(i, fill_);
  }

  // The fill is written only where it could replace an entry.
  void log_block(index_t start, index_t n, const T* values) const {
    const bool logged = log_.meets(start, start + n);
    const entry_block<T> over = stored_->within(start, start + n);
    log_.add_all([&](const auto& add) {
      for (index_t i = 0, next = 0; i < n; ++i) {
        while (next < over.count && over.positions[next] < start + i) ++next;
        const bool stored = next < over.count && over.positions[next] == start + i;
        if (logged || stored || !is_fill(values[i], fill_)) add(start + i, values[i]);
      }
    });
  }

  // Limits the log, so that writing takes at most twice the memory of the entries.
  void keep_log_short() const {
    if (log_.size() > std::max(many, stored_->size())) merge();
  }
  void wait_for_merge() const {
    if (!log_.empty()) whole_.store(nullptr, std::memory_order_relaxed);
  }
  void merge() const {
    if (!log_.empty()) {
      lay_over(log_.all());
      log_.clear();
    }
    looks_ = 0;
    whole_.store(stored_.get(), std::memory_order_release);
  }
  // Many writes, which need not go through the log.
  void merge_all(const entry_block<T>& writes) const {
    merge();
    lay_over(writes);
    whole_.store(stored_.get(), std::memory_order_release);
  }
  void lay_over(const entry_block<T>& writes) const {
    stored_ = shared_store<T>(overlaid(stored_->all(), writes, position_order(writes.positions, writes.count), fill_));
  }

  static constexpr index_t many = 4096;

  T fill_;
  mutable std::mutex mutex_;
  mutable store_ptr stored_;
  mutable write_log<T> log_;
  mutable index_t looks_ = 0;                         // into the log since the last merge
  mutable std::atomic<const entry_store<T>*> whole_;  // the entries while the log is empty; else null
};

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) extern template class RAVEL_API sparse_node<T>;
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace ravel::detail
