// SPDX-License-Identifier: BSL-1.0
// Numbers the keys of whole blocks in the order in which they are first seen. Close integers are looked up by their distance from the
// least, other keys by their hash. Owns copies of the keys; belongs to one call.
#pragma once

#include <ravel/op/detail/columns.hpp>
#include <ravel/op/detail/nan_policy.hpp>

namespace ravel::detail {

// A table of integers by their distance from the lowest. A copy for a loop, valid until the next key without a place is numbered.
struct key_places {
  const key_number* numbers = nullptr;
  std::uint64_t lowest = 0;
  std::uint64_t count = 0;

  template <class K>
  key_number find(K key) const {
    if constexpr (time_element<K>) {
      return find(ticks_of(key));
    } else {
      const std::uint64_t place = static_cast<std::uint64_t>(key) - lowest;
      return place < count ? numbers[place] : no_key;
    }
  }
};

// The keys of one column, numbered and found block by block, for callers who do not know their type.
class RAVEL_API any_keys {
 public:
  virtual ~any_keys() = default;
  virtual std::unique_ptr<any_keys> begun_anew(index_t about) const = 0;  // a column of this kind without keys
  virtual index_t size() const = 0;
  virtual const void* seen() const = 0;  // the keys in the order of their numbers; valid until another is numbered
  virtual void number_block(const void* keys, index_t n, key_number* numbers) = 0;
  virtual void find_block(const void* keys, index_t n, key_number* numbers) const = 0;
  virtual void hide_nan(const void* keys, index_t n, key_number* numbers) const = 0;  // NaN has no number
  // Numbers the keys whose number is no_key, and adds `before` to these numbers.
  virtual void number_unknown(const void* keys, index_t n, key_number* numbers, key_number before) = 0;
  // Mixes each key into a hash. Equal keys have equal hashes; keys without a hash change nothing.
  virtual void mix_hashes(const void* keys, index_t n, std::uint64_t* hashes) const = 0;
  // The number of places in a table of distances from the lowest key; 0 if keys are looked up otherwise.
  virtual index_t count_places() const { return 0; }
  // Cuts such a table into 64 parts, and gives the part of each key, modulo 64 beyond the table.
  virtual void find_parts(const void*, index_t n, unsigned char* parts) const { std::fill_n(parts, n, 0); }
};

template <class K>
std::span<const K> keys_at(const void* keys, index_t n) {
  return {static_cast<const K*>(keys), static_cast<std::size_t>(n)};
}
template <class K>
void hide_nan_of(std::span<const K> keys, key_number* numbers) {
  if constexpr (!equals_itself_always<K>) {
    for (std::size_t i = 0; i < keys.size(); ++i) numbers[i] = is_nan{}(keys[i]) ? no_key : numbers[i];
  }
}

// For numbers of the closed set; the members are defined in src/.
template <class K>
class element_column final : public any_keys {
 public:
  // For about so many elements, which decides the size of a table of distances.
  explicit element_column(index_t about);
  element_column(element_column&&) noexcept;
  ~element_column() override;

  void number(std::span<const K> keys, key_number* numbers);
  void find(std::span<const K> keys, key_number* numbers) const;
  key_places places() const { return {places_.data(), lowest_, places_.size()}; }  // none if keys are looked up by hash
  buffer<K> take_keys();

  std::unique_ptr<any_keys> begun_anew(index_t about) const override;
  index_t size() const override;
  const void* seen() const override;
  void number_block(const void* keys, index_t n, key_number* numbers) override;
  void find_block(const void* keys, index_t n, key_number* numbers) const override;
  void hide_nan(const void* keys, index_t n, key_number* numbers) const override;
  void number_unknown(const void* keys, index_t n, key_number* numbers, key_number before) override;
  void mix_hashes(const void* keys, index_t n, std::uint64_t* hashes) const override;
  index_t count_places() const override { return std::ssize(places_); }
  void find_parts(const void* keys, index_t n, unsigned char* parts) const override;

 private:
  std::size_t number_by_place(std::span<const K> keys, key_number* numbers);
  void number_by_hash(std::span<const K> keys, key_number* numbers);
  key_number keep(K key);
  bool reach(std::span<const K> keys);
  void leave_places();

  list<K> seen_;
  hash_slots slots_;
  bool by_place_ = !real_element<K>;
  std::uint64_t most_places_;
  std::uint64_t lowest_ = 0;        // the key of the first place
  std::vector<key_number> places_;  // modulo 2^64, so that a distance is a subtraction
};

template <class K>
class other_column final : public any_keys {
 public:
  explicit other_column(index_t) {}

  buffer<K> take_keys() { return table_.take_keys(); }

  std::unique_ptr<any_keys> begun_anew(index_t about) const override { return std::make_unique<other_column>(about); }
  index_t size() const override { return table_.size(); }
  const void* seen() const override { return table_.seen(); }
  void number_block(const void* keys, index_t n, key_number* numbers) override {
    for (const K& k : keys_at<K>(keys, n)) *numbers++ = table_.number(k);
  }
  void find_block(const void* keys, index_t n, key_number* numbers) const override {
    for (const K& k : keys_at<K>(keys, n)) *numbers++ = table_.find(k);
  }
  void hide_nan(const void* keys, index_t n, key_number* numbers) const override { hide_nan_of(keys_at<K>(keys, n), numbers); }
  void number_unknown(const void* keys, index_t n, key_number* numbers, key_number before) override {
    for (const K& k : keys_at<K>(keys, n)) {
      if (*numbers == no_key) *numbers = before + table_.number(k);
      ++numbers;
    }
  }
  void mix_hashes(const void* keys, index_t n, std::uint64_t* hashes) const override {
    if constexpr (hashed_key<K>) {
      const hash_secret& secret = process_secret();
      for (const K& k : keys_at<K>(keys, n)) *hashes = mixed_hash(*hashes, key_hash(k, secret), secret), ++hashes;
    }
  }

 private:
  key_table<K> table_;
};

// For times, which are numbered by their ticks: the only member, at the same address.
template <time_element K>
class time_column final : public any_keys {
  using ticks = ticks_t<K>;

 public:
  explicit time_column(index_t about) : column_(about) {}

  buffer<K> take_keys() {
    list<K> keys;
    for (const ticks k : column_.take_keys()) keys.push_back(from_ticks<K>(k));
    return keys.take();
  }
  key_places places() const { return column_.places(); }

  std::unique_ptr<any_keys> begun_anew(index_t about) const override { return std::make_unique<time_column>(about); }
  index_t size() const override { return column_.size(); }
  const void* seen() const override { return column_.seen(); }
  void number_block(const void* keys, index_t n, key_number* numbers) override { column_.number_block(keys, n, numbers); }
  void find_block(const void* keys, index_t n, key_number* numbers) const override { column_.find_block(keys, n, numbers); }
  void hide_nan(const void* keys, index_t n, key_number* numbers) const override { column_.hide_nan(keys, n, numbers); }
  void number_unknown(const void* keys, index_t n, key_number* numbers, key_number before) override {
    column_.number_unknown(keys, n, numbers, before);
  }
  void mix_hashes(const void* keys, index_t n, std::uint64_t* hashes) const override { column_.mix_hashes(keys, n, hashes); }
  index_t count_places() const override { return column_.count_places(); }
  void find_parts(const void* keys, index_t n, unsigned char* parts) const override { column_.find_parts(keys, n, parts); }

 private:
  element_column<ticks> column_;
};

// For strings, compiled in src/.
class RAVEL_API string_column final : public any_keys {
 public:
  explicit string_column(index_t about);
  string_column(string_column&&) noexcept;
  ~string_column() override;

  buffer<std::string> take_keys();

  std::unique_ptr<any_keys> begun_anew(index_t about) const override;
  index_t size() const override;
  const void* seen() const override;
  void number_block(const void* keys, index_t n, key_number* numbers) override;
  void find_block(const void* keys, index_t n, key_number* numbers) const override;
  void hide_nan(const void* keys, index_t n, key_number* numbers) const override;
  void number_unknown(const void* keys, index_t n, key_number* numbers, key_number before) override;
  void mix_hashes(const void* keys, index_t n, std::uint64_t* hashes) const override;

 private:
  std::unique_ptr<other_column<std::string>> column_;
};

template <class K>
concept number_in_src = element<K> && !complex_element<K> && std::same_as<K, canonical_t<K>>;
template <class K>
struct key_column_of : std::conditional<number_in_src<K>, element_column<K>, other_column<K>> {};
template <>
struct key_column_of<std::string> {
  using type = string_column;
};
template <counted_in_place K>
  requires number_in_src<ticks_t<K>>
struct key_column_of<K> {
  using type = time_column<K>;
};
template <class K>
using key_column = typename key_column_of<K>::type;

// True if keys are looked up by their ticks or their value, which is not a floating number.
template <class K>
inline constexpr bool has_places = number_in_src<K> && !real_element<K>;
template <counted_in_place K>
inline constexpr bool has_places<K> = has_places<ticks_t<K>>;

template <class T, class Values, class Places>
buffer<T> values_at(const Values& values, const Places& places) {
  list<T> found;
  found.reserve(std::ssize(places));
  for (const auto i : places) found.push_back(values[i]);
  return found.take();
}

template <class T, class Places>
buffer<T> in_this_order_in_src(const buffer<T>& values, const Places& places);  // defined in src/

// The values at these places.
template <class T, class Places>
buffer<T> in_this_order(const buffer<T>& values, const Places& places) {
  if constexpr (in_src<T>) {
    return in_this_order_in_src(values, places);
  } else {
    return values_at<T>(values.data(), places);
  }
}

}  // namespace ravel::detail
