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
class element_column : public any_keys {
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
    if constexpr (has_key_hash<K>) {
      const hash_secret& secret = process_secret();
      for (const K& k : keys_at<K>(keys, n)) *hashes = mixed_hash(*hashes, key_hash(k, secret), secret), ++hashes;
    }
  }

 private:
  key_table<K> table_;
};

// For times, which are numbered by their ticks: the only member, at the same address.
template <time_element K>
class time_column final : public element_column<ticks_t<K>> {
 public:
  using element_column<ticks_t<K>>::element_column;

  buffer<K> take_keys() {
    list<K> keys;
    for (const ticks_t<K> k : element_column<ticks_t<K>>::take_keys()) keys.push_back(from_ticks<K>(k));
    return keys.take();
  }
};

extern template class RAVEL_API other_column<std::string>;

template <class K>
struct key_column_of : std::conditional<kernel_number<K>, element_column<K>, other_column<K>> {};
template <counted_in_place K>
  requires kernel_number<ticks_t<K>>
struct key_column_of<K> : std::type_identity<time_column<K>> {};
template <class K>
using key_column = typename key_column_of<K>::type;

// True if keys are looked up by their ticks or their value, which is not a floating number.
template <class K>
inline constexpr bool has_places = kernel_number<K> && !real_element<K>;
template <counted_in_place K>
inline constexpr bool has_places<K> = has_places<ticks_t<K>>;

template <class T, class Values, class Places>
buffer<T> values_at(const Values& values, const Places& places) {
  list<T> found;
  found.reserve(std::ssize(places));
  for (const auto i : places) found.push_back(values[i]);
  return found.take();
}

// The values at these places.
template <class T, class Places>
buffer<T> in_this_order(const buffer<T>& values, const Places& places) {
  return values_at<T>(values.data(), places);
}
#define RAVEL_DECLARE(T)                                                                               \
  extern template RAVEL_API buffer<T> in_this_order(const buffer<T>&, const std::vector<key_number>&); \
  extern template RAVEL_API buffer<T> in_this_order(const buffer<T>&, const buffer<index_t>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// Numbers the rows of several key columns in the order in which they are first seen. The loops over blocks are compiled once, in src/, for
// columns of all types. Owns copies of the keys; belongs to one call.

// Two numbers as one key, which identifies rows of several columns.
inline std::uint64_t pair_of(key_number row, key_number own) { return std::uint64_t{row} << 32 | own; }

// Numbers in use between the columns of a block of rows.
struct rows_at_hand {
  std::vector<key_number> own;
  std::vector<std::uint64_t> paired;
};

class numbers_apart;

// Numbers rows of several columns of any types. A row is the pair of its last key's number and the row of the keys before, and so on to the
// first.
class RAVEL_API row_numbering : noncopyable {
 public:
  // The numbers of n rows. New rows are added.
  void number(index_t n, key_number* numbers, const void* const* keys);
  const key_number* next_numbers(index_t n, const void* const* keys);  // valid until the next call
  // The same, or no_key for an unknown row. Several threads may call it, each with a room of its own.
  void find(index_t n, key_number* numbers, const void* const* keys, rows_at_hand& room) const;
  void hide_nan(index_t n, key_number* numbers, const void* const* keys) const;

  // Gives each row one of 64 parts; equal rows have the same part. Several threads may call it, each with a room of its own.
  static constexpr std::size_t count_of_parts = 64;
  void part(index_t n, const void* const* keys, unsigned char* parts, std::vector<std::uint64_t>& room) const;
  // False if looking up the keys takes less time than sorting the rows by part, which costs as much as two threads gain.
  bool gains_from_parts(index_t threads) const;
  bool numbers_by_place() const;  // true if the rows are looked up by the distance of their only key

  index_t size() const;
  const void* seen() const { return columns_[0]->seen(); }  // of one column, the keys in the order of their numbers

 protected:
  row_numbering(index_t about, std::span<any_keys* const> columns);
  ~row_numbering();

  // For each column, the numbers of its keys in the rows. Call it once.
  std::vector<std::vector<key_number>> take_numbers();

 private:
  friend numbers_apart;

  std::span<any_keys* const> columns_;
  std::vector<element_column<std::uint64_t>> pairs_;
  std::vector<key_number> next_;
  rows_at_hand room_;
};

// The columns. They stand before the pointers to them.
template <class... Ks>
struct columns_of_keys {
  explicit columns_of_keys(index_t about) : columns(key_column<Ks>(about)...) {
    std::apply([&](auto&... column) { all = {&column...}; }, columns);
  }

  std::tuple<key_column<Ks>...> columns;
  std::array<any_keys*, sizeof...(Ks)> all{};
};

template <class... Ks>
class row_numbers : columns_of_keys<Ks...>, public row_numbering {
  using known = columns_of_keys<Ks...>;
  static constexpr std::size_t width = sizeof...(Ks);

 public:
  explicit row_numbers(index_t about) : known(about), row_numbering(about, known::all) {}

  // True for one column of integers or of times.
  static constexpr bool by_places = width == 1 && (... && has_places<Ks>);
  key_places places() const { return std::get<0>(known::columns).places(); }

  // The different rows as first seen: a buffer, or one for each column.
  auto take_keys() {
    if constexpr (width == 1) {
      return std::get<0>(known::columns).take_keys();
    } else {
      return take_columns(std::make_index_sequence<width>());
    }
  }

 private:
  template <std::size_t... C>
  std::tuple<buffer<Ks>...> take_columns(std::index_sequence<C...>) {
    const auto own = take_numbers();
    return {in_this_order(std::get<C>(known::columns).take_keys(), own[C])...};
  }
};

template <class Row>
struct row_numbers_for;
template <class... Ks>
struct row_numbers_for<row_of<Ks...>> : std::type_identity<row_numbers<Ks...>> {};
template <key_columns X>
using row_numbers_t = typename row_numbers_for<row_t<X>>::type;

// The number of every row. It is no_key for an unknown row, and for NaN unless NaN is a key like others.
RAVEL_API buffer<key_number> number_rows(row_numbering& rows, any_columns_of_rows keys);
RAVEL_API buffer<key_number> find_rows(const row_numbering& rows, any_columns_of_rows keys, bool hides_nan);

template <key_columns X>
buffer<key_number> number_rows(row_numbers_t<X>& rows, const X& keys) {
  return with_any_columns(keys, [&](any_columns_of_rows given) { return number_rows(rows, given); });
}

// One column of a type that src/ compiles this for.
template <class X>
concept keys_in_src = input<X> && in_src<read_t<X>>;
template <class K>
buffer<key_number> numbers_in_src(const node<K>& keys);  // defined in src/

template <key_columns X>
buffer<key_number> numbers_of(const X& keys) {
  if constexpr (keys_in_src<X>) {
    return numbers_in_src<read_t<X>>(node_for_call(keys));
  } else {
    row_numbers_t<X> rows(rows_of(keys));
    return number_rows(rows, keys);
  }
}

}  // namespace ravel::detail
