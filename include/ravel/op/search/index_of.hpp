// SPDX-License-Identifier: BSL-1.0
// index_of and last_index_of: the first or last position of a value, or nothing; for many values, the first position of each. They stop at
// the deciding block, and search sparse readers by their entries. Elements compare by value, so NaN is never found. Eager; safe to call
// from any thread.
#pragma once

#include <ravel/element/detail/compare.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/detail/gaps.hpp>
#include <ravel/op/keys/detail/key_column.hpp>
#include <ravel/storage/list.hpp>
#include <ravel/tensor/detail/lines.hpp>

#include <optional>
#include <vector>

namespace ravel {

// The position of a value that is not found.
inline constexpr index_t no_position = -1;

namespace detail {

template <class V, class R>
concept value_beside = input<R> && std::predicate<equals, element_ref<R>, const V&>;

template <class R, class V, class Search>
std::optional<index_t> place_where(const R& r, const V& value, Search search) {
  using T = read_t<R>;
  auto&& source = node_for_call(r);
  const node<T>& of = source;
  const index_t place = search(of, [&](const T& x) { return static_cast<bool>(equals{}(x, value)); });
  return place < 0 ? std::nullopt : std::optional(place);
}

// Calls f(elements, their number, the position of each) until it gives false. Of a sparse node, f gets the entries, and the fill at its
// first position as soon as that is known.
template <class T, class F>
void each_first(const node<T>& elements, const F& f) {
  if (!by_entries(elements)) {
    constexpr index_t piece = 1024;  // memory comes as one block, but the search may stop early
    std::unique_ptr<T[]> room;
    for (source_blocks<T> blocks(elements); blocks.next();) {
      const auto [b, position, n] = blocks.at_hand();
      if (b.step != 1 && !room) room = std::make_unique<T[]>(static_cast<std::size_t>(piece));
      for (index_t done = 0; done < n; done += piece) {
        const index_t count = std::min(piece, n - done);
        const T* const first = b.data + done * b.step;
        for (index_t i = 0; b.step != 1 && i < count; ++i) room[static_cast<std::size_t>(i)] = first[i * b.step];
        if (!f(b.step == 1 ? first : room.get(), count, [&](index_t i) { return position + done + i; })) return;
      }
    }
    return;
  }
  gap_search gap(false);
  bool fill_is_left = true;
  const auto pass_fill = [&](index_t place) {
    if (place < 0 || !std::exchange(fill_is_left, false)) return true;
    return f(elements.fill(), 1, [=](index_t) { return place; });
  };
  for (entry_blocks<T> blocks(elements); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    gap.take(b.positions, b.count);
    if (!pass_fill(gap.known()) || !f(b.values, b.count, [&](index_t i) { return b.positions[i]; })) return;
  }
  pass_fill(gap.found(elements.size()));
}

// Numbers the values, and looks up the elements among them until all values were found.
template <class T>
buffer<index_t> first_places(const node<T>& elements, const node<T>& values) {
  key_column<T> wanted(values.size());
  std::vector<key_number> numbers(static_cast<std::size_t>(values.size()));
  std::vector<index_t> first;  // index_limit: not found yet; NaN never is
  index_t left = 0;
  each_span<T>(values, [&](std::span<const T> block, index_t position) {
    key_number* const of_block = numbers.data() + position;
    wanted.number_block(block.data(), std::ssize(block), of_block);
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (of_block[i] < first.size()) continue;
      const bool can_be_found = equals{}(block[i], block[i]);
      first.push_back(can_be_found ? index_limit : no_position);
      left += can_be_found;
    }
  });
  std::vector<key_number> found;
  const auto look_up = [&](const T* block, index_t n, const auto& position) {
    found.resize(static_cast<std::size_t>(n));
    wanted.find_block(block, n, found.data());
    for (index_t i = 0; i < n; ++i) {
      const key_number number = found[static_cast<std::size_t>(i)];
      if (number == no_key || first[number] < position(i)) continue;  // a fill may stand before an entry that equals it
      left -= first[number] == index_limit;
      first[number] = position(i);
    }
    return left > 0;
  };
  if (left > 0) each_first(elements, look_up);
  const auto places = unfilled_buffer<index_t>(values.size());
  for (index_t i = 0; i < places.size(); ++i) {
    const index_t place = first[numbers[static_cast<std::size_t>(i)]];
    places.unchecked(i) = place == index_limit ? no_position : place;
  }
  return places;
}
template <class T>
buffer<index_t> first_places_in_src(const node<T>& elements, const node<T>& values);  // defined in src/

}  // namespace detail

template <detail::input R, detail::value_beside<R> V>
[[nodiscard]] std::optional<index_t> index_of(const R& r, const V& value) {
  return detail::place_where(r, value, [](const auto& source, auto equal) { return detail::first_place(source, equal); });
}

// The row-major position of the last element that equals a value, or nothing.
template <detail::input R, detail::value_beside<R> V>
[[nodiscard]] std::optional<index_t> last_index_of(const R& r, const V& value) {
  return detail::place_where(r, value, [](const auto& source, auto equal) { return detail::last_place(source, equal); });
}

// The first position of each value, or no_position: one pass over the stored elements, looked up by hash. NaN is never found.
template <detail::groupable R, detail::line_input V>
  requires std::same_as<detail::read_t<R>, detail::read_t<V>>
buffer<index_t> index_of(const R& r, const V& values) {
  using T = detail::read_t<R>;
  if constexpr (detail::in_src<T>) {
    return detail::first_places_in_src<T>(detail::node_for_call(r), detail::node_for_call(values));
  } else {
    return detail::first_places<T>(detail::node_for_call(r), detail::node_for_call(values));
  }
}

// For a tensor of values, in its shape.
template <detail::groupable R, detail::shaped_reader V>
  requires std::same_as<detail::read_t<R>, detail::read_t<V>>
tensor<index_t> index_of(const R& r, const V& values) {
  return detail::shaped_like(values, [&](const auto& row) { return index_of(r, row); });
}

template <detail::groupable R>
buffer<index_t> index_of(const R& r, std::initializer_list<detail::read_t<R>> values) {
  return index_of(r, buffer<detail::read_t<R>>(values));
}

template <detail::groupable R, detail::input V>
  requires(!std::same_as<detail::read_t<R>, detail::read_t<V>> && !detail::value_beside<V, R>)
void index_of(const R& r, const V& values) = delete;  // many values of another type than the elements: index_of(r, cast<double>(values))

}  // namespace ravel
