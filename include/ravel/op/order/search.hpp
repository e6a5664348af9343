// SPDX-License-Identifier: BSL-1.0
// lower_bound, upper_bound, binary_search and searchsorted: the place of a value in a sorted reader, with NaN last, as sort leaves it.
// Types may differ if < compares them; elements compare by value. They do not check that the reader is sorted; the place is within bounds
// in any case. Safe to call from any thread.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/detail/in_src.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/detail/total_order.hpp>
#include <ravel/tensor/detail/lines.hpp>

namespace ravel {

enum class search_side : unsigned char { left, right };  // before equal elements, or behind them

namespace detail {

template <class Less, class R, class V>
concept searches = input<R> && predicate_on<Less, element_ref<R>, const V&> && predicate_on<Less, const V&, element_ref<R>>;

// The number of elements at(0), at(1), ... that come before `value`; with the right side, that do not come behind it.
template <class V, class Less, class At>
index_t place_among(index_t n, const V& value, search_side side, Less& less, At at) {
  index_t first = 0;
  while (n > 0) {
    const index_t half = n / 2;
    const bool further = side == search_side::left ? static_cast<bool>(less(at(first + half), value)) : !less(value, at(first + half));
    first = further ? first + half + 1 : first;
    n = further ? n - half - 1 : half;
  }
  return first;
}

template <class T, class V, class Less>
index_t place_in(const node<T>& of, const V& value, search_side side, Less& less) {
  if (const auto& memory = of.memory(); memory.data) {
    return place_among(of.size(), value, side, less, [&](index_t i) -> const auto& { return memory.data[i * memory.step]; });
  }
  return place_among(of.size(), value, side, less, [&](index_t i) { return of.at(i); });
}
template <class R, class V, class Less>
index_t place_in_reader(const R& r, const V& value, search_side side, Less& less) {
  return place_in<read_t<R>>(node_for_call(r), value, side, less);
}

// The place of every value. Computes a lazy reader once if there are many values.
template <class T, class V, class Less>
buffer<index_t> places_in(const node<T>& of, const node<V>& values, search_side side, Less& less) {
  constexpr index_t probes = 16;
  const buffer<index_t> places = unfilled_buffer<index_t>(values.size());
  [[maybe_unused]] const sharing_for<Less, const T&, const V&> rule;
  const auto look_in = [&](const node<T>& elements) {
    in_pieces(values.size(), 1, [&](index_t begin, index_t end) {
      for (source_blocks<V> blocks(values, begin, end - begin); blocks.next();) {
        const auto [b, position, n] = blocks.at_hand();
        for (index_t i = 0; i < n; ++i) places.unchecked(position + i) = place_in(elements, b.data[i * b.step], side, less);
      }
    });
  };
  if (values.size() > of.size() / probes && !of.memory().data) {
    const buffer<T> computed = unfilled_buffer<T>(of.size());
    read_into(of, 0, of.size(), computed.data());
    look_in(detail_access::node(computed));
  } else {
    look_in(of);
  }
  return places;
}
template <class T>
buffer<index_t> places_in_src(const node<T>& of, const node<T>& values, search_side side);  // by the order of sort; defined in src/

}  // namespace detail

// The first place whose element does not come before the value, or the size.
template <detail::input R, class V, detail::searches<R, V> Less = detail::sorted_before>
[[nodiscard]] index_t lower_bound(const R& r, const V& value, Less less = {}) {
  return detail::place_in_reader(r, value, search_side::left, less);
}

// The first place whose element comes behind the value, or the size.
template <detail::input R, class V, detail::searches<R, V> Less = detail::sorted_before>
[[nodiscard]] index_t upper_bound(const R& r, const V& value, Less less = {}) {
  return detail::place_in_reader(r, value, search_side::right, less);
}

// True if an element of sorted data equals the value.
template <detail::input R, class V, detail::searches<R, V> Less = detail::sorted_before>
[[nodiscard]] bool binary_search(const R& r, const V& value, Less less = {}) {
  auto&& source = detail::node_for_call(r);
  const detail::node<detail::read_t<R>>& node = source;
  const index_t place = detail::place_in(node, value, search_side::left, less);
  return place < node.size() && !less(value, node.at(place));
}

// The place of every value. Computes a lazy reader once if there are many values.
template <detail::input R, detail::line_input V, detail::searches<R, detail::read_t<V>> Less = detail::sorted_before>
buffer<index_t> searchsorted(const R& r, const V& values, search_side side = search_side::left, [[maybe_unused]] Less less = {}) {
  using T = detail::read_t<R>;
  using U = detail::read_t<V>;
  if constexpr (detail::in_src<T> && std::same_as<T, U> && std::same_as<Less, detail::sorted_before>) {
    return detail::places_in_src<T>(detail::node_for_call(r), detail::node_for_call(values), side);
  } else {
    return detail::places_in<T, U>(detail::node_for_call(r), detail::node_for_call(values), side, less);
  }
}
template <detail::input R, detail::line_input V, detail::searches<R, detail::read_t<V>> Less>
buffer<index_t> searchsorted(const R& r, const V& values, Less less, search_side side = search_side::left) {
  return searchsorted(r, values, side, less);
}

// For a tensor of values, in its shape. Options are a search_side and an order.
template <detail::input R, detail::shaped_reader V, class... Options>
  requires requires(const R& r, const reader<detail::read_t<V>>& values, Options... options) { searchsorted(r, values, options...); }
tensor<index_t> searchsorted(const R& r, const V& values, Options... options) {
  return detail::shaped_like(values, [&](const auto& row) { return searchsorted(r, row, options...); });
}

}  // namespace ravel
