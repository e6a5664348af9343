// SPDX-License-Identifier: BSL-1.0
// Numbers keys of the closed set a block at a time: by their distance from the least while the table of distances has at most two places
// for each element, which take no more memory than the keys; then by hash.
#include <ravel/op/keys/detail/key_column.hpp>

#include <limits>

namespace ravel::detail {

namespace {

constexpr std::size_t piece = 256;

// Calls f(position, hash of the key there). The slots of a piece are prefetched.
template <class K, class F>
void each_hash(const hash_slots& slots, std::span<const K> keys, F f) {
  std::uint64_t hash[piece];
  for (std::size_t done = 0; done < keys.size(); done += piece) {
    const std::size_t n = std::min(piece, keys.size() - done);
    for (std::size_t i = 0; i < n; ++i) hash[i] = bits_of_key(keys[done + i]);
    for (std::size_t i = 0; i < n; ++i) slots.look_ahead(hash[i]);
    for (std::size_t i = 0; i < n; ++i) f(done + i, hash[i]);
  }
}

constexpr auto any_key = [](key_number) { return true; };  // different elements have different hashes

}  // namespace

template <class K>
element_column<K>::element_column(index_t about)
    : most_places_(std::clamp<std::uint64_t>(2 * static_cast<std::uint64_t>(about), 1 << 16, no_key)) {}
template <class K>
element_column<K>::element_column(element_column&&) noexcept = default;
template <class K>
element_column<K>::~element_column() = default;

template <class K>
void element_column<K>::number(std::span<const K> keys, key_number* numbers) {
  std::size_t done = 0;
  while (by_place_ && done < keys.size()) {
    done += number_by_place(keys.subspan(done), numbers + done);
    if (done < keys.size() && !reach(keys.subspan(done))) leave_places();
  }
  if (done < keys.size()) number_by_hash(keys.subspan(done), numbers + done);
}

// Numbers keys as long as they have places.
template <class K>
std::size_t element_column<K>::number_by_place(std::span<const K> keys, key_number* numbers) {
  key_number* const places = places_.data();
  const std::uint64_t lowest = lowest_, count = places_.size();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::uint64_t place = static_cast<std::uint64_t>(keys[i]) - lowest;
    if (place >= count) return i;
    if (places[place] == no_key) places[place] = keep(keys[i]);
    numbers[i] = places[place];
  }
  return keys.size();
}

template <class K>
void element_column<K>::number_by_hash(std::span<const K> keys, key_number* numbers) {
  each_hash(slots_, keys, [&](std::size_t i, std::uint64_t hash) {
    numbers[i] = slots_.find(hash, any_key);
    if (numbers[i] != no_key) return;
    slots_.add(hash, static_cast<key_number>(seen_.size()));
    numbers[i] = keep(keys[i]);
  });
}

template <class K>
key_number element_column<K>::keep(K key) {
  seen_.push_back(key);
  return static_cast<key_number>(seen_.size() - 1);
}

template <class K>
void element_column<K>::find(std::span<const K> keys, key_number* numbers) const {
  if (by_place_) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::uint64_t place = static_cast<std::uint64_t>(keys[i]) - lowest_;
      numbers[i] = place < places_.size() ? places_[place] : no_key;
    }
  } else {
    each_hash(slots_, keys, [&](std::size_t i, std::uint64_t hash) { numbers[i] = slots_.find(hash, any_key); });
  }
}

// Makes places for these keys beside all known ones; false if that were too many. Each time the number of places doubles, so that keys in
// order move them seldom. Half of the new places are on either side, because keys without an order extend both ends.
template <class K>
bool element_column<K>::reach(std::span<const K> keys) {
  K least = keys[0], greatest = keys[0];
  const auto cover = [&](std::span<const K> more) {
    for (const K k : more) {
      least = k < least ? k : least;
      greatest = greatest < k ? k : greatest;
    }
  };
  cover(keys);
  cover({seen_.begin(), static_cast<std::size_t>(seen_.size())});
  const std::uint64_t lowest = static_cast<std::uint64_t>(least), span = static_cast<std::uint64_t>(greatest) - lowest;
  if (span >= most_places_ || places_.size() == most_places_) return false;
  places_.assign(std::min(most_places_, std::max(span + 1, 2 * std::uint64_t{places_.size()})), no_key);
  lowest_ = lowest - (places_.size() - (span + 1)) / 2;
  for (index_t i = 0; i < seen_.size(); ++i) places_[static_cast<std::uint64_t>(seen_[i]) - lowest_] = static_cast<key_number>(i);
  return true;
}

template <class K>
void element_column<K>::leave_places() {
  by_place_ = false;
  places_ = {};
  for (index_t i = 0; i < seen_.size(); ++i) slots_.add(bits_of_key(seen_[i]), static_cast<key_number>(i));
}

template <class K>
buffer<K> element_column<K>::take_keys() {
  return seen_.take();
}
template <class K>
std::unique_ptr<any_keys> element_column<K>::begun_anew(index_t about) const {
  return std::make_unique<element_column>(about);
}
template <class K>
index_t element_column<K>::size() const {
  return seen_.size();
}
template <class K>
const void* element_column<K>::seen() const {
  return seen_.begin();
}
template <class K>
void element_column<K>::number_block(const void* keys, index_t n, key_number* numbers) {
  number(keys_at<K>(keys, n), numbers);
}
template <class K>
void element_column<K>::find_block(const void* keys, index_t n, key_number* numbers) const {
  find(keys_at<K>(keys, n), numbers);
}
template <class K>
void element_column<K>::hide_nan(const void* keys, index_t n, key_number* numbers) const {
  hide_nan_of(keys_at<K>(keys, n), numbers);
}

// Numbers the unknown keys side by side, a piece at a time.
template <class K>
void element_column<K>::number_unknown(const void* keys, index_t n, key_number* numbers, key_number before) {
  K unknown[piece];
  key_number found[piece];
  std::uint16_t places[piece];
  const K* const all = static_cast<const K*>(keys);
  for (index_t done = 0; done < n; done += static_cast<index_t>(piece)) {
    const auto some = static_cast<std::size_t>(std::min<index_t>(n - done, piece));
    std::size_t count = 0;
    for (std::size_t i = 0; i < some; ++i) {
      unknown[count] = all[static_cast<std::size_t>(done) + i];
      places[count] = static_cast<std::uint16_t>(i);
      count += numbers[static_cast<std::size_t>(done) + i] == no_key;
    }
    number(std::span<const K>(unknown, count), found);
    for (std::size_t k = 0; k < count; ++k) numbers[done + places[k]] = before + found[k];
  }
}

template <class K>
void element_column<K>::mix_hashes(const void* keys, index_t n, std::uint64_t* hashes) const {
  const hash_secret secret = slots_.secret();
  for (const K k : keys_at<K>(keys, n)) *hashes = mixed_hash(*hashes, bits_of_key(k), secret), ++hashes;
}

template <class K>
void element_column<K>::find_parts(const void* keys, index_t n, unsigned char* parts) const {
  const auto length = static_cast<int>(std::bit_width(places_.size() / 64));
  const std::uint64_t lowest = lowest_;
  for (const K k : keys_at<K>(keys, n)) *parts++ = (static_cast<std::uint64_t>(k) - lowest) >> length & 63;
}

#define RAVEL_INSTANTIATE(T) template class RAVEL_API element_column<T>;
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

template class other_column<std::string>;  // exported where it is declared

#define RAVEL_INSTANTIATE(T)                                                                    \
  template RAVEL_API buffer<T> in_this_order(const buffer<T>&, const std::vector<key_number>&); \
  template RAVEL_API buffer<T> in_this_order(const buffer<T>&, const buffer<index_t>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
