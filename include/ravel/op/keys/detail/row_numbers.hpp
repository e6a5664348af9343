// SPDX-License-Identifier: BSL-1.0
// Numbers the rows of several key columns in the order in which they are first seen. The loops over blocks are compiled once, in src/, for
// columns of all types. Owns copies of the keys; belongs to one call.
#pragma once

#include <ravel/op/keys/detail/key_column.hpp>

namespace ravel::detail {

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
class RAVEL_API row_numbering {
 public:
  row_numbering(const row_numbering&) = delete;
  row_numbering& operator=(const row_numbering&) = delete;

  // The numbers of n rows. New rows are added.
  void number(index_t n, key_number* numbers, const void* const* keys);
  const key_number* next_numbers(index_t n, const void* const* keys);  // valid until the next call
  // The same, or no_key for an unknown row. Several threads may call it, each with a room of its own.
  void find(index_t n, key_number* numbers, const void* const* keys, rows_at_hand& room) const;
  void hide_nan(index_t n, key_number* numbers, const void* const* keys) const;

  // Gives each row one of 64 parts; equal rows have the same part. Several threads may call it, each with a room of its own.
  static constexpr std::size_t count_of_parts = 64;
  void part(index_t n, const void* const* keys, unsigned char* parts, std::vector<std::uint64_t>& room) const;
  // True if the keys are looked up in a table that lies in a near cache.
  bool finds_nearby() const;
  bool numbers_by_place() const;  // true if the rows are looked up by the distance of their only key

  index_t size() const;

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
struct row_numbers_for<row_of<Ks...>> {
  using type = row_numbers<Ks...>;
};
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
