// SPDX-License-Identifier: BSL-1.0
// index_of and last_index_of: where a value comes first or last, or nothing; of many values where each comes first. They stop at the block
// that decides, and of sparse readers look at the entries. Elements compare by value, so that NaN is nowhere.
#pragma once

#include <ravel/element/detail/compare.hpp>
#include <ravel/op/detail/gaps.hpp>
#include <ravel/op/detail/key_column.hpp>
#include <ravel/op/for_each.hpp>
#include <ravel/op/options.hpp>
#include <ravel/storage/list.hpp>

#include <optional>
#include <vector>

namespace ravel {

// What is nowhere, among positions.
inline constexpr index_t no_position = -1;

namespace detail {

template <class V, class R>
concept value_beside = input<R> && std::predicate<equals, element_ref<R>, const V&>;

template <class R, class V, class Search>
std::optional<index_t> place_where(const R& r, const V& value, Search search) {
  using T = read_t<R>;
  auto&& source = peek(r);
  const node<T>& of = source;
  const index_t place = search(of, [&](const T& x) { return static_cast<bool>(equals{}(x, value)); });
  return place < 0 ? std::nullopt : std::optional(place);
}

// f(elements, so many, the position of each) for all elements; of a sparse node for its entries, and the fill where it stands first.
template <class T, class F>
void each_first(const node<T>& elements, const F& f) {
  if (!by_entries(elements)) {
    each_span<T>(elements, [&](std::span<const T> block, index_t position) {
      f(block.data(), std::ssize(block), [=](index_t i) { return position + i; });
    });
    return;
  }
  gap_search gap(false);
  each_entry_block(elements, [&](const entry_block<T>& b) {
    gap.take(b.positions, b.count);
    f(b.values, b.count, [&](index_t i) { return b.positions[i]; });
  });
  if (const index_t place = gap.found(elements.size()); place >= 0) f(elements.fill(), 1, [=](index_t) { return place; });
}

template <class T>
buffer<index_t> first_places(const node<T>& elements, const node<T>& values) {
  key_column<T> known(by_entries(elements) ? elements.about_stored() : elements.size());
  std::vector<key_number> numbers;
  std::vector<index_t> first;
  each_first(elements, [&](const T* block, index_t n, const auto& position) {
    numbers.resize(static_cast<std::size_t>(n));
    known.number_block(block, n, numbers.data());
    for (index_t i = 0; i < n; ++i) {
      const key_number number = numbers[static_cast<std::size_t>(i)];
      if (number == first.size())
        first.push_back(position(i));
      else
        first[number] = std::min(first[number], position(i));  // a fill may stand before an entry that equals it
    }
  });
  const auto found = unfilled_buffer<index_t>(values.size());
  each_span<T>(values, [&](std::span<const T> block, index_t position) {
    numbers.resize(block.size());
    known.find_block(block.data(), std::ssize(block), numbers.data());
    for (std::size_t i = 0; i < block.size(); ++i) {
      const bool is_there = numbers[i] != no_key && equals{}(block[i], block[i]);
      found.unchecked(position + static_cast<index_t>(i)) = is_there ? first[numbers[i]] : no_position;
    }
  });
  return found;
}
template <class T>
buffer<index_t> first_places_in_src(const node<T>& elements, const node<T>& values);  // defined in src/

}  // namespace detail

template <detail::input R, detail::value_beside<R> V>
[[nodiscard]] std::optional<index_t> index_of(const R& r, const V& value) {
  return detail::place_where(r, value, [](const auto& source, auto equal) { return detail::first_place(source, equal); });
}

template <detail::input R, detail::value_beside<R> V>
[[nodiscard]] std::optional<index_t> last_index_of(const R& r, const V& value) {
  return detail::place_where(r, value, [](const auto& source, auto equal) { return detail::last_place(source, equal); });
}

// Of each value the position where it comes first, or no_position: one pass over what is stored, which is numbered by its hash. NaN is
// nowhere.
template <detail::groupable R, detail::line_input V>
  requires std::same_as<detail::read_t<R>, detail::read_t<V>>
buffer<index_t> index_of(const R& r, const V& values) {
  using T = detail::read_t<R>;
  if constexpr (detail::in_src<T>) {
    return detail::first_places_in_src<T>(detail::peek(r), detail::peek(values));
  } else {
    return detail::first_places<T>(detail::peek(r), detail::peek(values));
  }
}

template <detail::groupable R>
buffer<index_t> index_of(const R& r, std::initializer_list<detail::read_t<R>> values) {
  return index_of(r, buffer<detail::read_t<R>>(values));
}

template <detail::groupable R, detail::input V>
  requires(!std::same_as<detail::read_t<R>, detail::read_t<V>> && !detail::value_beside<V, R>)
void index_of(const R& r, const V& values) = delete;  // many values of another type than the elements: index_of(r, cast<double>(values))

}  // namespace ravel
