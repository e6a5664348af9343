// SPDX-License-Identifier: BSL-1.0
// lower_bound, upper_bound, binary_search and searchsorted: where a value belongs in a sorted reader, NaN last as sort leaves it. Types may
// differ where < compares them, by value among elements. That the reader is sorted is not checked; the place is inside in any case.
#pragma once

#include <ravel/element/detail/compare.hpp>
#include <ravel/op/clone.hpp>
#include <ravel/op/for_each.hpp>
#include <ravel/op/options.hpp>

namespace ravel {

enum class search_side : unsigned char { left, right };  // before equal elements, or behind them

namespace detail {

// The order of sort, also between types.
struct sorted_before {
  template <class A, class B>
    requires std::invocable<less, const A&, const B&>
  bool operator()(const A& a, const B& b) const {
    if constexpr (real_element<A>) {
      if (a != a) return false;
    }
    if constexpr (real_element<B>) {
      if (b != b) return true;
    }
    return less{}(a, b);
  }
};

template <class Less, class R, class V>
concept searches = input<R> && std::predicate<Less&, element_ref<R>, const V&> && std::predicate<Less&, const V&, element_ref<R>>;

// How many of the elements at(0), at(1), ... come before `value`, or with the right side do not come behind it.
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

template <class R>
bool lends_memory(const R& r) {
  auto&& source = peek(r);
  const node<read_t<R>>& node = source;
  return node.memory().data != nullptr;
}

template <class R, class V, class Less>
index_t place_in(const R& r, const V& value, search_side side, Less& less) {
  auto&& source = peek(r);
  const node<read_t<R>>& node = source;
  if (const auto& memory = node.memory(); memory.data) {
    return place_among(node.size(), value, side, less, [&](index_t i) -> const auto& { return memory.data[i * memory.step]; });
  }
  return place_among(node.size(), value, side, less, [&](index_t i) { return node.at(i); });
}

}  // namespace detail

// The first place whose element does not come before the value; the size if there is none.
template <detail::input R, class V, detail::searches<R, V> Less = detail::sorted_before>
index_t lower_bound(const R& r, const V& value, Less less = {}) {
  return detail::place_in(r, value, search_side::left, less);
}

// The first place whose element comes behind the value.
template <detail::input R, class V, detail::searches<R, V> Less = detail::sorted_before>
index_t upper_bound(const R& r, const V& value, Less less = {}) {
  return detail::place_in(r, value, search_side::right, less);
}

template <detail::input R, class V, detail::searches<R, V> Less = detail::sorted_before>
bool binary_search(const R& r, const V& value, Less less = {}) {
  const index_t place = detail::place_in(r, value, search_side::left, less);
  auto&& source = detail::peek(r);
  const detail::node<detail::read_t<R>>& node = source;
  return place < node.size() && !less(value, node.at(place));
}

// The place of every value. A reader that is computed is computed once where there are many values.
template <detail::input R, detail::line_input V, detail::searches<R, detail::read_t<V>> Less = detail::sorted_before>
buffer<index_t> searchsorted(const R& r, const V& values, search_side side = search_side::left, Less less = {}) {
  constexpr index_t probes = 16;
  const index_t wanted = detail::size_of(values);
  if (wanted > detail::size_of(r) / probes && !detail::lends_memory(r))
    return searchsorted(detail::elements_of(r), values, side, std::move(less));
  auto places = detail::unfilled_buffer<index_t>(wanted);
  index_t* out = places.data();
  detail::each_element(values, [&](const detail::read_t<V>& value) { *out++ = detail::place_in(r, value, side, less); });
  return places;
}

}  // namespace ravel
