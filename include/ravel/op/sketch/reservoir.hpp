// SPDX-License-Identifier: BSL-1.0
// reservoir: a random sample without replacement from any number of elements. Reservoirs of parts merge in any tree without favouring any.
// reducer::reservoir(k, seed) makes one. A plain value, which owns its elements.
#pragma once

#include <ravel/base/index.hpp>
#include <ravel/base/random.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/storage/list.hpp>

#include <vector>

namespace ravel {

namespace detail {

// Throws if negative.
RAVEL_API index_t reservoir_capacity(index_t capacity);

}  // namespace detail

// Every k of the added elements are equally likely. Their order is arbitrary. The same seed, streams, elements and tree of merges give the
// same sample on every machine.
template <class T>
class reservoir {
 public:
  // Reservoirs that will be merged must draw from different streams of one seed.
  explicit reservoir(index_arg capacity, seed_arg seed = 0, seed_arg stream = 0)
      : capacity_(detail::reservoir_capacity(capacity)), random_(seed, stream) {}

  void add(std::span<const T> values) {
    for (const T& value : values) {
      count_ += 1;
      if (size() < capacity_) {
        kept_.push_back({value});
      } else if (const index_t place = random_.below(count()); place < capacity_) {
        kept_[static_cast<std::size_t>(place)].value = value;
      }
    }
  }

  // As many of each as drawing from all would give: the next element comes from either with the share that is left in it. The smaller
  // capacity holds.
  void merge(const reservoir& other) {
    const index_t left_together = detail::add_index(count_, other.count_);  // throws before any change
    capacity_ = capacity_ < other.capacity_ ? capacity_ : other.capacity_;
    std::vector<item> theirs = other.kept_, mine = std::move(kept_);  // in this order: both may be the same
    index_t left_mine = count_, left_theirs = other.count_;
    count_ = left_together;
    kept_.clear();
    while (size() < capacity_ && left_mine + left_theirs > 0) {
      const bool from_mine = random_.below(left_mine + left_theirs) < left_mine;
      kept_.push_back(take(from_mine ? mine : theirs));
      --(from_mine ? left_mine : left_theirs);
    }
  }

  index_t count() const { return count_; }  // the number of added elements
  index_t size() const { return static_cast<index_t>(kept_.size()); }
  buffer<T> values() const {
    list<T> drawn;
    for (const item& one : kept_) drawn.push_back(one.value);
    return drawn.take();
  }

 private:
  struct item {
    T value;  // in a struct, because a vector<bool> has no elements
  };
  item take(std::vector<item>& from) {
    std::swap(from[static_cast<std::size_t>(random_.below(static_cast<index_t>(from.size())))], from.back());
    item taken = std::move(from.back());
    from.pop_back();
    return taken;
  }

  index_t capacity_;
  detail::moved_size count_ = 0;
  random_engine random_;
  std::vector<item> kept_;
};

// Gives a buffer of `capacity` elements, or of all if there are fewer.
struct [[nodiscard]] reservoir_reducer {
  index_t capacity = 1;
  std::uint64_t seed = 0;

  template <std::copyable T>
  reservoir<T> init() const {
    return reservoir<T>(capacity, seed);
  }
  template <std::copyable T>
  reservoir<T> init_at(index_t position) const {
    return reservoir<T>(capacity, seed, position);
  }
  template <class T>
  static void step(reservoir<T>& state, std::span<const T> block) {
    state.add(block);
  }
  template <class T>
  static void merge(reservoir<T>& state, const reservoir<T>& later) {
    state.merge(later);
  }
  template <class T>
  static buffer<T> finish(const reservoir<T>& state) {
    return state.values();
  }
};

namespace reducer {
inline reservoir_reducer reservoir(index_arg capacity, seed_arg seed) { return {detail::reservoir_capacity(capacity), seed}; }
}  // namespace reducer

}  // namespace ravel
