// SPDX-License-Identifier: BSL-1.0
// entry_stream: iterates over the entries of a sparse node, which are the elements that differ from its fill, by ascending position and
// block by block. A stream belongs to one evaluation on one thread. The nodes outlive it.
#pragma once

#include <ravel/base/index.hpp>

#include <algorithm>
#include <concepts>
#include <memory>
#include <utility>

namespace ravel::detail {

inline constexpr index_t entry_block_length = 1024;  // of computed entries; borrowed blocks may have any length
inline constexpr index_t entries_behind_gap = 32;    // after a gap, as the next gap may be near

class entry_pass;

// A block of entries, without its value type.
struct raw_entry_block {
  const index_t* positions = nullptr;
  const void* values = nullptr;
  index_t count = 0;
};

class raw_entry_stream {
 public:
  virtual ~raw_entry_stream() = default;
  virtual raw_entry_block next_raw() = 0;
  virtual void seek(index_t position) = 0;        // skips all entries before this position
  virtual bool is_over() const { return false; }  // true: next() would give none. False is always allowed
};

template <class T>
struct entry_block {
  const index_t* positions = nullptr;  // ascending, without duplicates
  const T* values = nullptr;
  index_t count = 0;

  entry_block from(index_t first) const { return {positions + first, values + first, count - first}; }
  entry_block first(index_t n) const { return {positions, values, n}; }
  index_t find(index_t position) const { return std::lower_bound(positions, positions + count, position) - positions; }
};

template <class T>
class entry_array;

template <class T>
class entry_stream : public raw_entry_stream {
 public:
  virtual entry_block<T> next() = 0;                    // an empty block ends the stream. Valid until the next call
  virtual bool give(entry_array<T>&) { return false; }  // moves out all entries at once, if they are a list that nobody shares
  raw_entry_block next_raw() final {
    const entry_block<T> got = next();
    return {got.positions, got.values, got.count};
  }
};
template <class T>
using entries_of = std::unique_ptr<entry_stream<T>>;

// A stream over entries in memory, whoever owns them.
template <class T>
class listed_entries final : public entry_stream<T> {
 public:
  explicit listed_entries(entry_block<T> given, std::shared_ptr<const void> owner = nullptr) : left_(given), owner_(std::move(owner)) {}

  entry_block<T> next() override { return std::exchange(left_, {}); }
  void seek(index_t position) override { left_ = left_.from(left_.find(position)); }
  bool is_over() const override { return left_.count == 0; }

 private:
  entry_block<T> left_;
  std::shared_ptr<const void> owner_;
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
