// SPDX-License-Identifier: BSL-1.0
// Every view that only moves elements, read from many positions on, and writing through those that can be written. Their code is the same
// for all element types of a size. A list of positions is the model. moved_words.cpp takes elements of the sizes of words,
// moved_elements.cpp others, with padding, with a large alignment, and with copies that may throw.
#pragma once

#include <ravel/index/index_set.hpp>
#include <ravel/lazy.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/compute.hpp>
#include <ravel/tensor/concat.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/views.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>

#include <array>
#include <string>

namespace moved_elements {

using ravel::index_t;
using ravel::reader;

// Elements of `Size` bytes, which differ in every byte.
template <std::size_t Size>
struct bytes {
  std::array<unsigned char, Size> all{};

  static bytes of(index_t i) {
    bytes made;
    for (std::size_t k = 0; k < Size; ++k) made.all[k] = static_cast<unsigned char>(i * 7 + static_cast<index_t>(k));
    return made;
  }
  friend bool operator==(const bytes&, const bytes&) = default;
};

struct padded {
  char name = 0;
  double value = 0;

  static padded of(index_t i) { return {static_cast<char>(i), static_cast<double>(i)}; }
  friend bool operator==(const padded&, const padded&) = default;
};

struct alignas(64) aligned {
  std::string name;

  static aligned of(index_t i) { return {std::string(20, static_cast<char>('a' + i % 26)) + std::to_string(i)}; }
  friend bool operator==(const aligned& a, const aligned& b) {
    CHECK(reinterpret_cast<std::uintptr_t>(&a) % 64 == 0);
    return a.name == b.name;
  }
};

struct throwing : support::bomb {
  using support::bomb::bomb;
  static throwing of(index_t i) { return {static_cast<int>(i)}; }
  friend bool operator==(const throwing& a, const throwing& b) { return a.value() == b.value(); }
};

template <class T>
std::vector<T> elements(index_t n) {
  std::vector<T> all;
  for (index_t i = 0; i < n; ++i) all.push_back(T::of(i));
  return all;
}

// An element that stands inside of another one.
template <class T>
struct member_of {
  char name = 0;
  T value{};
};

// The same elements as memory, as memory with a step, as members of structs, and computed.
template <class T>
std::vector<reader<T>> sources(index_t n) {
  const reader<T> memory = ravel::adopt(elements<T>(n));
  std::vector<T> twice;
  for (index_t i = n; i-- > 0;) twice.insert(twice.end(), {T::of(i), T::of(-1)});
  const reader<T> wide = ravel::adopt(std::move(twice));
  std::vector<member_of<T>> structs;
  for (index_t i = 0; i < n; ++i) structs.push_back({'x', T::of(i)});
  return {memory, ravel::slice(wide, 2 * (n - 1), n, -2), ravel::field(ravel::adopt(std::move(structs)), &member_of<T>::value),
          ravel::generate(n, [](index_t i) { return T::of(i); })};
}

using places = std::vector<index_t>;

// A view of a source, and the position in the source that it shows at each of its own.
template <class T>
struct view {
  reader<T> values;
  places shows;
};

template <class Shown>
places list_of(index_t n, Shown shown) {
  places list;
  for (index_t i = 0; i < n; ++i) list.push_back(shown(i));
  return list;
}

template <class T>
reader<T> flat(const ravel::tensor<const T>& t) {
  return ravel::reshape(t, {t.size()});
}

template <class T>
std::vector<view<T>> views(const reader<T>& r) {
  const index_t n = r.size();
  const auto t = ravel::tensor<const T>(ravel::dims::row_major({3, n / 3}), slice(r, 0, n / 3 * 3));
  const places odd = list_of(2 * n, [&](index_t i) { return (i * i + 3) % n; });
  const auto every_third = ravel::generate(n, [](index_t i) { return i % 3 == 0; });
  std::vector<view<T>> all{
      {slice(r, 1, n - 2), list_of(n - 2, [](index_t i) { return i + 1; })},
      {slice(r, 1, (n - 1) / 3, 3), list_of((n - 1) / 3, [](index_t i) { return 1 + 3 * i; })},
      {reverse(r), list_of(n, [&](index_t i) { return n - 1 - i; })},
      {slice(r, n - 1, n / 2, -2), list_of(n / 2, [&](index_t i) { return n - 1 - 2 * i; })},
      {slice(reverse(r), 2, n - 3), list_of(n - 3, [&](index_t i) { return n - 3 - i; })},
      {concat(r, slice(r, 2, 5), r), list_of(2 * n + 5, [&](index_t i) { return i < n       ? i
                                                                                : i < n + 5 ? i - n + 2
                                                                                            : i - n - 5; })},
      {repeat(r, 3), list_of(3 * n, [&](index_t i) { return i % n; })},
      {interleave(r, reverse(r), r), list_of(3 * n, [&](index_t i) { return i % 3 == 1 ? n - 1 - i / 3 : i / 3; })},
      {shift(r, 4), list_of(n, [](index_t i) { return std::max<index_t>(i - 4, 0); })},
      {shift(r, -n + 1), list_of(n, [&](index_t) { return n - 1; })},
      {select(r, odd), odd},
      {select(reverse(r), odd), list_of(2 * n, [&](index_t i) { return n - 1 - odd[static_cast<std::size_t>(i)]; })},
      {select(r, ravel::index_set(ravel::slice(0, n / 2, 2)) | ravel::index_set{n - 1}),
       list_of(n / 2 + 1, [&](index_t i) { return std::min(2 * i, n - 1); })},
      {where(every_third, r, reverse(r)), list_of(n, [&](index_t i) { return i % 3 == 0 ? i : n - 1 - i; })},
  };
  const index_t columns = n / 3;
  const auto at = [&](index_t row, index_t column) { return row * columns + column; };
  all.push_back({flat<T>(transpose(t)), list_of(3 * columns, [&](index_t i) { return at(i % 3, i / 3); })});
  all.push_back({flat<T>(flip(t)), list_of(3 * columns, [&](index_t i) { return 3 * columns - 1 - i; })});
  all.push_back({flat<T>(rotate(t, {1, 2})),
                 list_of(3 * columns, [&](index_t i) { return at((i / columns + 2) % 3, (i % columns + columns - 2) % columns); })});
  all.push_back({flat<T>(take(t, 1, ravel::selection{2, 0, 2})), list_of(9, [&](index_t i) { return at(i / 3, i % 3 == 1 ? 0 : 2); })});
  all.push_back({flat<T>(diagonal(t)), list_of(3, [&](index_t i) { return at(i, i); })});
  all.push_back({flat<T>(windows(t, {1}, {2})), list_of(6 * (columns - 1), [&](index_t i) {
                   const index_t pair = i / 2;
                   return at(pair / (columns - 1), pair % (columns - 1) + i % 2);
                 })});
  all.push_back({flat<T>(broadcast(t, {2, 3, columns})), list_of(6 * columns, [&](index_t i) { return i % (3 * columns); })});
  all.push_back({flat<T>(stack(ravel::along(1), t, flip(t, {0}))), list_of(6 * columns, [&](index_t i) {
                   const index_t row = i / (2 * columns), column = i % columns;
                   return at(i / columns % 2 == 0 ? row : 2 - row, column);
                 })});
  all.push_back({flat<T>(pad(t, {1, 2}, ravel::pad_mode::edge)), list_of(5 * (columns + 4), [&](index_t i) {
                   const auto inside = [](index_t k, index_t extent) { return std::clamp<index_t>(k, 0, extent - 1); };
                   return at(inside(i / (columns + 4) - 1, 3), inside(i % (columns + 4) - 2, columns));
                 })});
  return all;
}

template <class T>
void check(const view<T>& v) {
  const index_t n = v.values.size();
  REQUIRE(n == std::ssize(v.shows));
  const auto shown = [&](index_t i) { return T::of(v.shows[static_cast<std::size_t>(i)]); };
  for (index_t i = 0; i < n; ++i) REQUIRE(v.values[i] == shown(i));
  // From every position on where there are few, and across the ends of blocks.
  for (index_t start = 0; start < n; start += 1 + n / 40) {
    for (const index_t count : {index_t{1}, index_t{2}, n / 3, n - start}) {
      if (start + count > n) continue;
      std::vector<T> room(static_cast<std::size_t>(count));
      v.values.read(start, room);
      for (index_t i = 0; i < count; ++i) REQUIRE(room[static_cast<std::size_t>(i)] == shown(start + i));
    }
  }
}

template <class T>
void check_all() {
  for (const index_t n : {9, 700}) {
    for (const reader<T>& source : sources<T>(n)) {
      for (const view<T>& v : views(source)) check(v);
    }
  }
}

// Writes through the views that can be written.
template <class T>
void check_writes() {
  constexpr index_t n = 30;
  const auto check_write = [](const auto& make, const places& shows) {
    auto target = ravel::buffer<T>(ravel::adopt(elements<T>(n)));
    std::vector<T> expected = elements<T>(n);
    const std::vector<T> values = elements<T>(n + std::ssize(shows));
    std::vector<T> written(values.begin() + n, values.end());
    copy(ravel::adopt(std::vector<T>(written)), make(target));
    for (std::size_t k = 0; k < shows.size(); ++k) expected[static_cast<std::size_t>(shows[k])] = written[k];
    for (index_t i = 0; i < n; ++i) REQUIRE(target[i] == expected[static_cast<std::size_t>(i)]);
  };
  check_write([](const auto& b) { return slice(ravel::writer<T>(b), 3, 5); }, list_of(5, [](index_t i) { return 3 + i; }));
  check_write([](const auto& b) { return slice(ravel::writer<T>(b), 20, 6, -3); }, list_of(6, [](index_t i) { return 20 - 3 * i; }));
  check_write([](const auto& b) { return select(ravel::writer<T>(b), ravel::selection{7, 2, 29}); }, {7, 2, 29});
}

// Copies computed tensors to memory whose axes stand in another order, to a target of its own layout, and onto itself, in more than one
// slab.
template <class T>
void check_turned_copies() {
  using ravel::tensor;
  const ravel::shape extents{3, 150, 300};
  const auto value = [](index_t i, index_t j, index_t k) { return T::of(i + 3 * j + 5 * k); };
  const auto check_copy = [&](const auto& source) {
    const tensor<T> memory(ravel::dims::row_major({300, 3, 150}), ravel::make_buffer<T>(extents.elements()));
    const tensor<T> target = transpose(memory, {1, 2, 0});
    copy(source, target);
    const tensor<T> copied = clone(source);
    bool equal = true;
    for (index_t i = 0; i < 3; ++i) {
      for (index_t j = 0; j < 150; ++j) {
        for (index_t k = 0; k < 300; ++k) equal = equal && target(i, j, k) == value(i, j, k) && copied(i, j, k) == value(i, j, k);
      }
    }
    CHECK(equal);
  };
  check_copy(ravel::compute<T>(extents, value));
  const ravel::reader<T> turned = ravel::generate(extents.elements(), [&](index_t at) { return value(at % 3, at / 3 % 150, at / 450); });
  check_copy(transpose(tensor<const T>(ravel::dims::row_major({300, 150, 3}), turned), {2, 1, 0}));

  const tensor<T> square = clone(ravel::compute<T>({40, 40}, [&](index_t i, index_t j) { return value(i, j, 0); }));
  copy(transpose(square), square);
  CHECK(square(3, 5) == value(5, 3, 0));
  CHECK(square(5, 3) == value(3, 5, 0));
}

}  // namespace moved_elements
