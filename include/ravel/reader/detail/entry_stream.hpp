// SPDX-License-Identifier: BSL-1.0
// entry_stream: iterates over the entries of a sparse node, which are the elements that differ from its fill, by ascending position and
// block by block. A stream belongs to one evaluation on one thread. The nodes outlive it.
#pragma once

#include <ravel/base/detail/noncopyable.hpp>
#include <ravel/base/index.hpp>

#include <algorithm>
#include <concepts>
#include <memory>

namespace ravel::detail {

inline constexpr index_t entry_block_length = 1024;  // of computed entries; borrowed blocks may have any length
inline constexpr index_t entries_behind_gap = 32;    // after a gap, as the next gap may be near

class entry_pass;
class entry_list;

// The first of n ascending positions that is not before `position`.
inline index_t find_position(const index_t* positions, index_t n, index_t position) {
  return std::lower_bound(positions, positions + n, position) - positions;
}

template <class T>
struct entry_block {
  const index_t* positions = nullptr;  // ascending, without duplicates
  const T* values = nullptr;
  index_t count = 0;

  entry_block from(index_t first) const { return {positions + first, values + first, count - first}; }
  entry_block first(index_t n) const { return {positions, values, n}; }
  index_t find(index_t position) const { return find_position(positions, count, position); }
};

// A block of entries, without its value type.
struct raw_entry_block {
  const index_t* positions = nullptr;
  const void* values = nullptr;
  index_t count = 0;

  raw_entry_block() = default;
  raw_entry_block(const index_t* at, const void* given, index_t n) : positions(at), values(given), count(n) {}
  template <class T>
  raw_entry_block(const entry_block<T>& of) : raw_entry_block(of.positions, of.values, of.count) {}

  template <class T>
  entry_block<T> of() const {
    return {positions, static_cast<const T*>(values), count};
  }
  raw_entry_block from(index_t first, index_t value_bytes) const {
    return {positions + first, static_cast<const std::byte*>(values) + first * value_bytes, count - first};
  }
  raw_entry_block first(index_t n) const { return {positions, values, n}; }
  index_t find(index_t position) const { return find_position(positions, count, position); }
};

class entry_stream : noncopyable {
 public:
  virtual ~entry_stream() = default;

  virtual raw_entry_block next() = 0;               // an empty block ends the stream. Valid until the next call
  virtual void seek(index_t position) = 0;          // skips all entries before this position
  virtual bool is_over() const { return false; }    // true: next() would give none. False is always allowed
  virtual bool give(entry_list&) { return false; }  // moves out all entries at once, if they are a list that nobody shares
};
using owned_stream = std::unique_ptr<entry_stream>;

// A stream of entries with values of a known type.
template <class T>
class entries_of {
 public:
  entries_of() = default;
  explicit entries_of(owned_stream from) : from_(std::move(from)) {}

  entry_block<T> next() { return from_->next().template of<T>(); }
  void seek(index_t position) { from_->seek(position); }

 private:
  owned_stream from_;
};

// The sum of two estimates, without overflow.
constexpr index_t about_both(index_t a, index_t b) { return a > index_limit - b ? index_limit : a + b; }

// True if a value equals the fill, so that it is not stored. All NaNs count as equal, and so do both zeros.
template <class T>
bool is_fill(const T& value, const T& fill) {
  if constexpr (std::equality_comparable<T>) {
    return value == fill || (value != value && fill != fill);
  } else {
    return false;
  }
}

}  // namespace ravel::detail
