// SPDX-License-Identifier: BSL-1.0
// Numbers the keys of whole blocks in the order in which they are first seen, and the rows of several columns of keys. Integers that lie
// close together are looked up by their distance from the least, others by their hash. Owns copies of the keys; belongs to one call.
#pragma once

#include <ravel/op/detail/columns.hpp>

#include <array>

namespace ravel::detail {

// Where integers are looked up by their distance from the lowest. A copy for a loop, good until the next key without a place is numbered.
struct key_places {
  const key_number* numbers = nullptr;
  std::uint64_t lowest = 0;
  std::uint64_t count = 0;

  template <class K>
  key_number find(K key) const {
    const std::uint64_t place = static_cast<std::uint64_t>(key) - lowest;
    return place < count ? numbers[place] : no_key;
  }
};

// Of numbers of the closed set; the members are defined in src/.
template <class K>
class element_column {
 public:
  // Of about so many elements, which says how much room a table of distances may take.
  explicit element_column(index_t about) : most_places_(std::clamp<std::uint64_t>(static_cast<std::uint64_t>(about), 1 << 16, no_key)) {}

  void number(std::span<const K> keys, key_number* numbers);
  void find(std::span<const K> keys, key_number* numbers) const;
  key_places places() const { return {places_.data(), lowest_, places_.size()}; }  // none where keys are looked up by hash
  index_t size() const { return seen_.size(); }
  buffer<K> take_keys() { return seen_.take(); }

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
  std::uint64_t lowest_ = 0;        // the key whose number is the first of these
  std::vector<key_number> places_;  // modulo 2^64, so that a distance is a subtraction
};

template <class K>
class other_column {
 public:
  explicit other_column(index_t) {}

  void number(std::span<const K> keys, key_number* numbers) {
    for (const K& k : keys) *numbers++ = table_.number(k);
  }
  void find(std::span<const K> keys, key_number* numbers) const {
    for (const K& k : keys) *numbers++ = table_.find(k);
  }
  index_t size() const { return table_.size(); }
  buffer<K> take_keys() { return table_.take_keys(); }

 private:
  key_table<K> table_;
};

// Of times, which are numbered as what they count.
template <time_element K>
class time_column {
  using ticks = ticks_t<K>;

 public:
  explicit time_column(index_t about) : column_(about) {}

  void number(std::span<const K> keys, key_number* numbers) { column_.number(counted(keys), numbers); }
  void find(std::span<const K> keys, key_number* numbers) const { column_.find(counted(keys), numbers); }
  index_t size() const { return column_.size(); }
  buffer<K> take_keys() {
    list<K> keys;
    for (const ticks k : column_.take_keys()) keys.push_back(from_ticks<K>(k));
    return keys.take();
  }

 private:
  // The count is the one member of a time, and stands where it stands.
  static std::span<const ticks> counted(std::span<const K> keys) { return {reinterpret_cast<const ticks*>(keys.data()), keys.size()}; }
  element_column<ticks> column_;
};

template <class K>
concept number_in_src = element<K> && !complex_element<K> && std::same_as<K, canonical_t<K>>;
template <class K>
struct column_of {
  using type = std::conditional_t<number_in_src<K>, element_column<K>, other_column<K>>;
};
template <counted_in_place K>
  requires number_in_src<ticks_t<K>>
struct column_of<K> {
  using type = time_column<K>;
};
template <class K>
using key_column = typename column_of<K>::type;

// The values at these places.
template <class T, class Places>
buffer<T> in_this_order(const buffer<T>& values, const Places& places) {
  list<T> moved;
  moved.reserve(std::ssize(places));
  for (const auto i : places) moved.push_back(values.unchecked(i));
  return moved.take();
}

// Two numbers as one key, by which rows of several columns are told apart.
inline std::uint64_t pair_of(key_number row, key_number own) { return std::uint64_t{row} << 32 | own; }

template <class... Ks>
class row_numbers {
  static constexpr std::size_t width = sizeof...(Ks);

 public:
  explicit row_numbers(index_t about) : columns_(key_column<Ks>(about)...) {
    for (std::size_t c = 1; c < width; ++c) pairs_.emplace_back(about);
  }

  // The numbers of n rows, of which new ones are kept.
  void number(index_t n, key_number* numbers, std::span<const Ks>... keys) {
    each_column(
        n, numbers, [](auto& column, auto block, key_number* out) { column.number(block, out); }, keys...);
  }
  // The same, or no_key where a row is not known.
  void find(index_t n, key_number* numbers, std::span<const Ks>... keys) {
    each_column(
        n, numbers, [](const auto& column, auto block, key_number* out) { column.find(block, out); }, keys...);
  }

  // Of one column of integers.
  static constexpr bool has_places = width == 1 && (... && (number_in_src<Ks> && !real_element<Ks>));
  key_places places() const { return std::get<0>(columns_).places(); }

  index_t size() const {
    if constexpr (width > 1) return pairs_.back().size();
    return std::get<0>(columns_).size();
  }

  // The different rows as they were seen: a buffer, or one for each column.
  auto take_keys() {
    if constexpr (width == 1) {
      return std::get<0>(columns_).take_keys();
    } else {
      return take_columns(std::make_index_sequence<width>());
    }
  }

 private:
  template <class Look, class... Blocks>
  void each_column(index_t n, key_number* numbers, Look look, const Blocks&... keys) {
    own_.resize(static_cast<std::size_t>(n));
    paired_.resize(static_cast<std::size_t>(n));
    std::size_t done = 0;
    const auto next = [&](auto& column, const auto& block) {
      if (done++ == 0) return look(column, block, numbers);
      look(column, block, own_.data());
      for (std::size_t i = 0; i < own_.size(); ++i) paired_[i] = pair_of(numbers[i], own_[i]);
      look(pairs_[done - 2], std::span<const std::uint64_t>(paired_), numbers);
    };
    std::apply([&](auto&... column) { (next(column, keys), ...); }, columns_);
  }

  // A row is the pair of its last key's number and the row before that, and so on to the first.
  template <std::size_t... C>
  std::tuple<buffer<Ks>...> take_columns(std::index_sequence<C...>) {
    const index_t rows = size();
    std::array<std::vector<key_number>, width> own;
    std::vector<key_number> row(static_cast<std::size_t>(rows));
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<key_number>(i);
    for (std::size_t c = width - 1; c > 0; --c) {
      const buffer<std::uint64_t> pairs = pairs_[c - 1].take_keys();
      for (key_number& r : row) {
        const std::uint64_t pair = pairs.unchecked(r);
        own[c].push_back(static_cast<key_number>(pair));
        r = static_cast<key_number>(pair >> 32);
      }
    }
    own[0] = std::move(row);
    return {in_this_order(std::get<C>(columns_).take_keys(), own[C])...};
  }
  std::tuple<key_column<Ks>...> columns_;
  std::vector<element_column<std::uint64_t>> pairs_;
  std::vector<key_number> own_;
  std::vector<std::uint64_t> paired_;
};

template <class Row>
struct row_numbers_for;
template <class... Ks>
struct row_numbers_for<row_of<Ks...>> {
  using type = row_numbers<Ks...>;
};
template <key_columns X>
using row_numbers_t = typename row_numbers_for<row_t<X>>::type;

// The number of every row.
template <key_columns X>
buffer<key_number> number_rows(row_numbers_t<X>& rows, const X& keys) {
  const auto numbers = unfilled_buffer<key_number>(rows_of(keys));
  each_block_of(keys, [&](index_t position, index_t n, const auto&... blocks) { rows.number(n, numbers.data() + position, blocks...); });
  return numbers;
}

}  // namespace ravel::detail
