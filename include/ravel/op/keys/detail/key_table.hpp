// SPDX-License-Identifier: BSL-1.0
// Numbers keys in the order in which they are first seen: elements of the closed set by their bits, other types by hash, by order, or one
// after the other if they have only ==. Keys that differ from themselves are one key, like NaN. Hashes are mixed with a secret of the
// process, so that nobody can choose colliding keys. Owns copies of the keys; belongs to the call that fills it.
#pragma once

#include <ravel/loop/for_each.hpp>
#include <ravel/op/detail/total_order.hpp>
#include <ravel/storage/list.hpp>

#include <bit>
#include <complex>
#include <map>
#include <vector>

namespace ravel::detail {

using key_number = std::uint32_t;
inline constexpr key_number no_key = ~key_number{0};

// True if the type has a hash, or its parts have one.
template <class K>
inline constexpr bool has_key_hash = element<K> || half_element<K> || time_element<K> || requires(const K& k) {
  { std::hash<K>{}(k) } -> std::convertible_to<std::size_t>;
};
template <class T>
inline constexpr bool has_key_hash<std::complex<T>> = has_key_hash<T>;
template <class T>
inline constexpr bool has_key_hash<std::optional<T>> = has_key_hash<T>;
template <class T, std::size_t N>
inline constexpr bool has_key_hash<std::array<T, N>> = has_key_hash<T>;
template <class A, class B>
inline constexpr bool has_key_hash<std::pair<A, B>> = has_key_hash<A> && has_key_hash<B>;
template <class... Ts>
inline constexpr bool has_key_hash<std::tuple<Ts...>> = (has_key_hash<Ts> && ...);

template <class K>
concept key = std::semiregular<K> && (element<K> || std::equality_comparable<K>);

template <class R>
concept groupable = input<R> && key<read_t<R>>;

template <class F, class R>
using key_of_t = std::remove_cvref_t<std::invoke_result_t<F&, element_ref<R>>>;

// Two odd random numbers of the process.
struct hash_secret {
  std::uint64_t first;
  std::uint64_t second;
};
RAVEL_API const hash_secret& process_secret();
RAVEL_API std::uint64_t hash_of_bytes(const char* bytes, std::size_t n, const hash_secret& secret);

// Folds the high and the low half of the 128-bit product: each bit of both inputs affects each bit of the result.
inline std::uint64_t mixed_hash(std::uint64_t hash, std::uint64_t next, const hash_secret& secret) {
  __extension__ using wide = unsigned __int128;
  const wide product = wide{hash ^ secret.first} * (next ^ secret.second);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

inline constexpr std::uint64_t hash_of_nan = ~std::uint64_t{0};
// Numbers of up to 64 bits. Different keys have different bits, so that keys need not be compared.
template <class K>
std::uint64_t bits_of_key(K k) {
  if constexpr (real_element<K>) {
    return k == k ? std::bit_cast<std::uint64_t>(static_cast<double>(k) + 0.0) : hash_of_nan;  // -0 + 0 is +0
  } else {
    return static_cast<std::uint64_t>(k);
  }
}

// Equal for equal keys.
template <class K>
std::uint64_t key_hash(const K& k, const hash_secret& secret) {
  if constexpr (element<K> && !complex_element<K>) {
    return bits_of_key(k);
  } else if constexpr (half_element<K>) {
    return bits_of_key(static_cast<float>(k));
  } else if constexpr (time_element<K>) {
    return bits_of_key(ticks_of(k));
  } else if constexpr (instance_of<K, std::complex>) {
    if (differs_from_itself(k)) return hash_of_nan;
    return mixed_hash(mixed_hash(0, key_hash(k.real(), secret), secret), key_hash(k.imag(), secret), secret);
  } else if constexpr (is_optional<K>) {
    return k ? mixed_hash(1, key_hash(*k, secret), secret) : 0;
  } else if constexpr (has_parts<K>) {
    std::uint64_t hash = 0;
    while_parts(k, k, [&](const auto& part, const auto&) {
      hash = mixed_hash(hash, key_hash(part, secret), secret);
      return true;
    });
    return hash;
  } else if constexpr (std::same_as<K, std::string> || std::same_as<K, std::string_view>) {
    return hash_of_bytes(k.data(), k.size(), secret);
  } else {
    return differs_from_itself(k) ? hash_of_nan : std::hash<K>{}(k);
  }
}

// Numbers by hash: open addressing, at most half full, and nearly empty if small.
class hash_slots {
 public:
  // The number with this hash for which is_it(number) holds, or no_key.
  template <class IsIt>
  key_number find(std::uint64_t hash, IsIt is_it) const {
    for (std::size_t at = place(hash);; at = (at + 1) & (slots_.size() - 1)) {
      const slot& s = slots_[at];  // usually the wanted one, so it is checked first
      if (s.hash == hash && s.number != no_key && is_it(s.number)) return s.number;
      if (s.number == no_key) return no_key;
    }
  }
  RAVEL_API void add(std::uint64_t hash, key_number number);
  const hash_secret& secret() const { return secret_; }
  // Prefetches, so that lookups in memory far away wait together.
  void look_ahead(std::uint64_t hash) const { __builtin_prefetch(&slots_[place(hash)]); }

 private:
  struct slot {
    std::uint64_t hash = 0;
    key_number number = no_key;
  };
  // One multiplication alone would cluster keys with equal steps. The second one is by an unknown odd number, so that keys collide about as
  // rarely as by chance, whoever chose them.
  std::size_t place(std::uint64_t hash) const {
    hash *= secret_.first;
    return (hash ^ hash >> 32) * secret_.second >> shift_;
  }
  void insert(slot s);

  hash_secret secret_ = process_secret();
  std::vector<slot> slots_ = std::vector<slot>(64);
  int shift_ = 64 - 6;
  std::size_t used_ = 0;
};

template <key K>
class key_table {
  static constexpr bool by_hash = has_key_hash<K>;
  static constexpr bool by_order = !by_hash && std::totally_ordered<K>;

 public:
  // The number of a key. A key that was not seen gets a new number.
  key_number number(const K& k) {
    if constexpr (by_hash) {
      const std::uint64_t hash = key_hash(k, lookup_.secret());
      const key_number known = find_hashed(k, hash);
      if (known != no_key) return known;
      lookup_.add(hash, next());
    } else if constexpr (by_order) {
      const auto [first, last] = lookup_.equal_range(k);
      if (const key_number known = find_among(k, first, last); known != no_key) return known;
      lookup_.emplace_hint(last, k, next());
    } else {
      const key_number known = find(k);
      if (known != no_key) return known;
    }
    seen_.push_back(k);
    return static_cast<key_number>(seen_.size() - 1);
  }

  // The number of a key, or no_key.
  key_number find(const K& k) const {
    if constexpr (by_hash) {
      return find_hashed(k, key_hash(k, lookup_.secret()));
    } else if constexpr (by_order) {
      const auto [first, last] = lookup_.equal_range(k);
      return find_among(k, first, last);
    } else {
      for (index_t i = 0; i < seen_.size(); ++i) {
        if (same_key(seen_[i], k)) return static_cast<key_number>(i);
      }
      return no_key;
    }
  }

  index_t size() const { return seen_.size(); }
  const K* seen() const { return seen_.begin(); }
  buffer<K> take_keys() { return seen_.take(); }

 private:
  struct nothing {};
  template <class Key>
  using numbers_in_order = std::multimap<Key, key_number, sorted_before>;

  key_number next() const { return static_cast<key_number>(seen_.size()); }
  key_number find_hashed(const K& k, std::uint64_t hash) const {
    return lookup_.find(hash, [&](key_number i) {
      if constexpr (element<K> && !complex_element<K>) return true;
      return same_key(seen_[index_t{i}], k);
    });
  }
  // Keys with one place in the order need not be equal.
  template <class Place>
  static key_number find_among(const K& k, Place first, Place last) {
    for (; first != last; ++first) {
      if (same_key(first->first, k)) return first->second;
    }
    return no_key;
  }

  list<K> seen_;
  [[no_unique_address]]
  typename std::conditional_t<by_hash, std::type_identity<hash_slots>,
                              std::conditional_t<by_order, std::type_identity<numbers_in_order<K>>, std::type_identity<nothing>>>::type
      lookup_;
};

}  // namespace ravel::detail
