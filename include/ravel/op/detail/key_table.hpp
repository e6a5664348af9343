// SPDX-License-Identifier: BSL-1.0
// Numbers keys in the order in which they are first seen: elements of the closed set by their bits, other types by their hash, or by their
// order, or one after the other, whatever they have. Owns copies of the keys; belongs to the call that fills it.
#pragma once

#include <ravel/element/ticks.hpp>
#include <ravel/op/for_each.hpp>
#include <ravel/storage/list.hpp>

#include <algorithm>
#include <bit>
#include <vector>

namespace ravel::detail {

using key_number = std::uint32_t;
inline constexpr key_number no_key = ~key_number{0};

template <class K>
concept hashed_key = time_element<K> || requires(const K& k) {
  { std::hash<K>{}(k) } -> std::convertible_to<std::size_t>;
};
template <class K>
concept ordered_key = std::totally_ordered<K>;
template <class K>
concept key = std::semiregular<K> && (element<K> || std::equality_comparable<K>);

template <class R>
concept groupable = input<R> && key<read_t<R>>;
template <class R>
concept ungroupable = input<R> && !key<read_t<R>>;

template <class F, class R>
using key_of_t = std::remove_cvref_t<std::invoke_result_t<F&, element_ref<R>>>;
template <class F, class R>
concept key_function = input<R> && called_with<F, element_ref<R>> && key<key_of_t<F, R>>;

// NaN is a key like others: it is found again.
template <class K>
bool same_key(const K& a, const K& b) {
  if constexpr (real_element<K> || complex_element<K>) {
    if (a != a) return b != b;
  } else if constexpr (time_element<K>) {
    return same_key(ticks_of(a), ticks_of(b));
  }
  return a == b;
}

// Equal for equal keys, and different for different elements of up to 64 bits.
template <class K>
std::uint64_t key_hash(const K& k) {
  if constexpr (real_element<K>) {
    return k == k ? std::bit_cast<std::uint64_t>(static_cast<double>(k) + 0.0) : ~std::uint64_t{0};  // -0 + 0 is +0
  } else if constexpr (complex_element<K>) {
    return k == k ? key_hash(k.real()) * 31 + key_hash(k.imag()) : ~std::uint64_t{0};
  } else if constexpr (element<K>) {
    return static_cast<std::uint64_t>(k);
  } else if constexpr (time_element<K>) {
    return key_hash(ticks_of(k));
  } else {
    return std::hash<K>{}(k);
  }
}

// Numbers by hash: open addressing, at most half full, and nearly empty while it is small.
class hash_slots {
 public:
  // The number under this hash for which is_it(number) holds, or no_key.
  template <class IsIt>
  key_number find(std::uint64_t hash, IsIt is_it) const {
    for (std::size_t at = place(hash);; at = (at + 1) & (slots_.size() - 1)) {
      const slot& s = slots_[at];  // mostly the one that is looked for, so that is asked first
      if (s.hash == hash && s.number != no_key && is_it(s.number)) return s.number;
      if (s.number == no_key) return no_key;
    }
  }
  RAVEL_API void add(std::uint64_t hash, key_number number);
  // Many lookups in memory far away wait together.
  void look_ahead(std::uint64_t hash) const { __builtin_prefetch(&slots_[place(hash)]); }

 private:
  struct slot {
    std::uint64_t hash = 0;
    key_number number = no_key;
  };
  // One multiplication alone would put keys in equal steps into clusters.
  std::size_t place(std::uint64_t hash) const {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15u;
    hash *= odd;
    return (hash ^ hash >> 32) * odd >> shift_;
  }
  void insert(slot s);

  std::vector<slot> slots_ = std::vector<slot>(64);
  int shift_ = 64 - 6;
  std::size_t used_ = 0;
};

template <key K>
class key_table {
 public:
  // The number of a key, which is new if it has not been seen.
  key_number number(const K& k) {
    if constexpr (element<K> || hashed_key<K>) {
      const std::uint64_t hash = key_hash(k);
      const key_number known = find_hashed(k, hash);
      if (known != no_key) return known;
      slots_.add(hash, next());
    } else if constexpr (ordered_key<K>) {
      const auto place = find_ordered(k);
      if (place != sorted_.end() && !(k < seen_[*place])) return *place;
      sorted_.insert(place, next());
    } else {
      const key_number known = find(k);
      if (known != no_key) return known;
    }
    seen_.push_back(k);
    return static_cast<key_number>(seen_.size() - 1);
  }

  // The number of a key, or no_key.
  key_number find(const K& k) const {
    if constexpr (element<K> || hashed_key<K>) {
      return find_hashed(k, key_hash(k));
    } else if constexpr (ordered_key<K>) {
      const auto place = find_ordered(k);
      return place != sorted_.end() && !(k < seen_[*place]) ? *place : no_key;
    } else {
      for (index_t i = 0; i < seen_.size(); ++i) {
        if (same_key(seen_[i], k)) return static_cast<key_number>(i);
      }
      return no_key;
    }
  }

  index_t size() const { return seen_.size(); }
  buffer<K> take_keys() { return seen_.take(); }

 private:
  struct nothing {};

  key_number next() const { return static_cast<key_number>(seen_.size()); }
  key_number find_hashed(const K& k, std::uint64_t hash) const {
    return slots_.find(hash, [&](key_number i) {
      if constexpr (element<K> && !complex_element<K>) return true;
      return same_key(seen_[index_t{i}], k);
    });
  }
  auto find_ordered(const K& k) const {
    return std::lower_bound(sorted_.begin(), sorted_.end(), k, [&](key_number i, const K& wanted) { return seen_[index_t{i}] < wanted; });
  }

  list<K> seen_;
  [[no_unique_address]] std::conditional_t<element<K> || hashed_key<K>, hash_slots, nothing> slots_;
  std::vector<key_number> sorted_;  // of keys that have no hash: their numbers, ascending by key
};

}  // namespace ravel::detail
