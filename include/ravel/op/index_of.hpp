// SPDX-License-Identifier: BSL-1.0
// index_of and last_index_of: where a value comes first or last, or nothing. They stop at the block that decides, and of sparse readers
// look at the entries. Elements compare by value, so that NaN is nowhere.
#pragma once

#include <ravel/element/detail/compare.hpp>
#include <ravel/op/detail/gaps.hpp>
#include <ravel/op/for_each.hpp>

#include <optional>

namespace ravel {

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

}  // namespace detail

template <detail::input R, detail::value_beside<R> V>
std::optional<index_t> index_of(const R& r, const V& value) {
  return detail::place_where(r, value, [](const auto& source, auto equal) { return detail::first_place(source, equal); });
}

template <detail::input R, detail::value_beside<R> V>
std::optional<index_t> last_index_of(const R& r, const V& value) {
  return detail::place_where(r, value, [](const auto& source, auto equal) { return detail::last_place(source, equal); });
}

}  // namespace ravel
