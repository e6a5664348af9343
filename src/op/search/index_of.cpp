// SPDX-License-Identifier: BSL-1.0
// The first positions of many values. Threads look for them in parts of the elements, and find what one thread would find: an error behind
// the last of these positions is dropped.
#include <ravel/base/error.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/op/search/index_of.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <numeric>
#include <span>
#include <vector>

namespace ravel::detail {

namespace {

// Lowers a number to another one, whoever else does. Gives the number before.
template <class Number>
index_t lower(Number& number, index_t to) {
  index_t known = number.load(std::memory_order_relaxed);
  while (to < known && !number.compare_exchange_weak(known, to, std::memory_order_relaxed)) {
  }
  return known;
}

class sought_keys {
 public:
  sought_keys(const row_numbering& keys, bool can_be_nan);

  bool are_found() const { return left_.load(std::memory_order_relaxed) == 0; }
  index_t end() const { return end_.load(std::memory_order_relaxed); }  // no element from here on is needed
  template <class Position>
  void look_up(const void* elements, index_t n, std::vector<key_number>& room, Position position);

  // Keeps the exception of a block that begins here.
  void fail(index_t position);
  // Throws the lowest exception, unless all keys stand before it.
  void rethrow();

  buffer<index_t> places(std::span<const key_number> numbers) const;

 private:
  bool find(std::atomic_ref<index_t> place, index_t position) const;
  index_t behind_last();

  const row_numbering& keys_;
  const bool is_shared_ = current_executor != nullptr;
  std::vector<index_t> first_;  // of each key; index_limit: not found yet
  std::atomic<index_t> left_;   // keys that are not found yet
  std::atomic<index_t> end_ = index_limit;
  std::mutex mutex_;
  index_t failed_ = index_limit;
  std::exception_ptr failure_;
};

// NaN is never found.
sought_keys::sought_keys(const row_numbering& keys, bool can_be_nan)
    : keys_(keys), first_(static_cast<std::size_t>(keys.size()), index_limit), left_(keys.size()) {
  if (!can_be_nan) return;
  std::vector<key_number> numbers(first_.size());
  std::iota(numbers.begin(), numbers.end(), key_number{0});
  const void* const seen = keys.seen();
  keys.hide_nan(keys.size(), numbers.data(), &seen);
  for (std::size_t k = 0; k < first_.size(); ++k) first_[k] = numbers[k] == no_key ? no_position : index_limit;
  left_ = std::count(first_.begin(), first_.end(), index_limit);
}

// True if the key was not found before. A fill may stand before an entry that equals it.
bool sought_keys::find(std::atomic_ref<index_t> place, index_t position) const {
  if (is_shared_) return lower(place, position) == index_limit;
  const index_t known = place.load(std::memory_order_relaxed);
  place.store(position, std::memory_order_relaxed);
  return known == index_limit;
}

// Behind the first positions of all keys, as far as they are known: threads may lower them still.
index_t sought_keys::behind_last() {
  index_t last = no_position;
  for (index_t& first : first_) last = std::max(last, std::atomic_ref(first).load(std::memory_order_relaxed));
  return last + 1;
}

template <class Position>
void sought_keys::look_up(const void* elements, index_t n, std::vector<key_number>& room, Position position) {
  rows_at_hand none;  // for more columns than one
  room.resize(static_cast<std::size_t>(n));
  key_number* const numbers = room.data();
  index_t* const first = first_.data();
  keys_.find(n, numbers, &elements, none);
  index_t found = 0;
  for (index_t i = 0; i < n; ++i) {
    if (numbers[i] == no_key) continue;
    const std::atomic_ref place(first[numbers[i]]);
    if (position(i) < place.load(std::memory_order_relaxed)) found += find(place, position(i));
  }
  if (found > 0 && left_.fetch_sub(found, std::memory_order_acq_rel) == found) lower(end_, behind_last());
}

void sought_keys::fail(index_t position) {
  const std::lock_guard lock(mutex_);
  if (position >= failed_) return;
  failed_ = position;
  failure_ = std::current_exception();
  lower(end_, position);
}

void sought_keys::rethrow() {
  if (failure_ && (!are_found() || behind_last() > failed_)) std::rethrow_exception(std::move(failure_));
}

buffer<index_t> sought_keys::places(std::span<const key_number> numbers) const {
  const buffer<index_t> places = unfilled_buffer<index_t>(std::ssize(numbers));
  in_pieces(places.size(), 1, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) {
      const index_t place = first_[numbers[static_cast<std::size_t>(i)]];
      places.unchecked(i) = place == index_limit ? no_position : place;
    }
  });
  return places;
}

class part_seeker final : public key_seeker {
 public:
  part_seeker(sought_keys& keys, index_t begin) : keys_(keys), position_(begin) {}

  index_t position() const { return position_; }
  bool take(const void* elements, index_t n) override {
    keys_.look_up(elements, n, room_, [this](index_t i) { return position_ + i; });
    position_ += n;
    return position_ < keys_.end();
  }
  bool take(const void* elements, const index_t* positions, index_t n) override {
    keys_.look_up(elements, n, room_, [=](index_t i) { return positions[i]; });
    return !keys_.are_found();
  }

 private:
  sought_keys& keys_;
  index_t position_;
  std::vector<key_number> room_;
};

void search_in_parts(sought_keys& keys, index_t size, function_ref<void(key_seeker&, index_t, index_t)> search) {
  const auto search_part = [&](index_t begin, index_t end) {
    if (begin >= std::min(end, keys.end())) return;
    part_seeker seeker(keys, begin);
    try {
      search(seeker, begin, end);
    } catch (const cancelled&) {
      throw;
    } catch (...) {
      keys.fail(seeker.position());
    }
  };
  const index_t alone = std::min(size, rules_of_tasks.smallest);  // a search that ends early needs no help
  search_part(0, alone);
  if (alone < std::min(size, keys.end()))
    in_pieces(size - alone, 1, [&](index_t begin, index_t end) { search_part(alone + begin, alone + end); });
  keys.rethrow();
}

}  // namespace

buffer<index_t> first_places_of(const keys_to_find& keys, index_t size, bool in_parts,
                                function_ref<void(key_seeker&, index_t, index_t)> search) {
  sought_keys sought(keys.known, keys.can_be_nan);
  const bool is_shared = in_parts && current_executor != nullptr;
  if (!sought.are_found() && is_shared) {
    search_in_parts(sought, size, search);
  } else if (!sought.are_found()) {
    part_seeker all(sought, 0);
    search(all, 0, size);
  }
  return sought.places(keys.numbers);
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API buffer<index_t> first_places(const node<T>&, const node<T>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
