// SPDX-License-Identifier: BSL-1.0
// How the entries of a sparse node come: the elements that are not its fill, by ascending position, block by block. A stream belongs to one
// evaluation on one thread and looks at nodes that outlive it.
#pragma once

#include <ravel/base/index.hpp>

#include <algorithm>
#include <concepts>
#include <memory>
#include <utility>

namespace ravel::detail {

inline constexpr index_t entry_block_length = 1024;  // of what is computed; what is lent may be of any length
inline constexpr index_t entries_behind_gap = 32;    // behind a gap, where the next one may be near

class entry_pass;

// Some entries whose values are of any type.
struct raw_entry_block {
  const index_t* positions = nullptr;
  const void* values = nullptr;
  index_t count = 0;
};

class raw_entry_stream {
 public:
  virtual ~raw_entry_stream() = default;
  virtual raw_entry_block next_raw() = 0;
  virtual void seek(index_t position) = 0;        // gives none before this position any more
  virtual bool is_over() const { return false; }  // surely: next would give none
};

template <class T>
struct entry_block {
  const index_t* positions = nullptr;  // ascending, each once
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
  virtual entry_block<T> next() = 0;                    // without entries: there are no more. Good until the next call
  virtual bool give(entry_array<T>&) { return false; }  // all at once, where they are a list that nobody else has
  raw_entry_block next_raw() final {
    const entry_block<T> got = next();
    return {got.positions, got.values, got.count};
  }
};
template <class T>
using entries_of = std::unique_ptr<entry_stream<T>>;

// Entries that are there, whoever owns them.
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

// Guesses at how many there are, added up.
constexpr index_t about_both(index_t a, index_t b) { return a > index_limit - b ? index_limit : a + b; }

// Is a value what stands at all positions that are not stored? A NaN is as good as another, and so is a zero.
template <class T>
bool is_fill(const T& value, const T& fill) {
  if constexpr (std::equality_comparable<T>) {
    return value == fill || (value != value && fill != fill);
  } else {
    return false;
  }
}

}  // namespace ravel::detail
