// SPDX-License-Identifier: BSL-1.0
// reservoir: some elements drawn at random, without returning them, from however many come; reservoirs of parts merge in any tree without
// favouring any. reducer::reservoir(k, seed) makes one. A plain value, which owns what it keeps.
#pragma once

#include <ravel/base/detail/moved_size.hpp>
#include <ravel/base/random.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/storage/list.hpp>

#include <vector>

namespace ravel {

namespace detail {

// Not negative.
RAVEL_API index_t reservoir_capacity(index_t capacity);

}  // namespace detail

// Every k of the elements that were added are as likely as any other k. Their order says nothing. The same seed, streams, elements and tree
// of merges give the same sample on every machine.
template <class T>
class reservoir {
 public:
  // Reservoirs that are to be merged draw from different streams of one seed.
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

  // So many of each as drawing from all would give: the next comes from either with the share that is left in it. The smaller capacity
  // holds.
  void merge(const reservoir& other) {
    const index_t left_together = detail::add_index(count_, other.count_);  // fails before anything is changed
    capacity_ = capacity_ < other.capacity_ ? capacity_ : other.capacity_;
    std::vector<item> theirs = other.kept_, mine = std::move(kept_);  // in this order: it may be the same
    index_t left_mine = count_, left_theirs = other.count_;
    count_ = left_together;
    kept_.clear();
    while (size() < capacity_ && left_mine + left_theirs > 0) {
      const bool from_mine = random_.below(left_mine + left_theirs) < left_mine;
      kept_.push_back(take(from_mine ? mine : theirs));
      --(from_mine ? left_mine : left_theirs);
    }
  }

  index_t count() const { return count_; }  // how many were added
  index_t size() const { return static_cast<index_t>(kept_.size()); }
  buffer<T> values() const {
    list<T> drawn;
    for (const item& one : kept_) drawn.push_back(one.value);
    return drawn.take();
  }

 private:
  struct item {
    T value;  // bools too are elements of a vector
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

// Gives a buffer of `capacity` elements, or of all where there are fewer.
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
