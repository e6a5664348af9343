// SPDX-License-Identifier: BSL-1.0
// membership: for each element, is it one of some values, or of a reader of integers, is it a member of an index set? A buffer of bools, of
// which argfilter makes positions. NaN is one of the values when NaN is among them.
#pragma once

#include <ravel/index/index_set.hpp>
#include <ravel/op/detail/answers.hpp>
#include <ravel/op/detail/key_table.hpp>
#include <ravel/op/options.hpp>

namespace ravel {

namespace detail {

template <class R, class Holds>
buffer<bool> answered(const R& r, Holds holds) {
  auto&& source = peek(r);
  const node<read_t<R>>& of = source;
  return answers_of<bool>(of, [&](const read_t<R>& value) -> bool { return holds(value); });
}

}  // namespace detail

template <detail::groupable R, detail::input V>
  requires detail::line_input<R> && std::same_as<detail::read_t<R>, detail::read_t<V>>
buffer<bool> membership(const R& r, const V& values) {
  using T = detail::read_t<R>;
  detail::key_table<T> known;
  detail::each_element(values, [&](const T& value) { known.number(value); });
  return detail::answered(r, [&](const T& value) { return known.find(value) != detail::no_key; });
}

template <detail::groupable R>
  requires detail::line_input<R>
buffer<bool> membership(const R& r, std::initializer_list<detail::read_t<R>> values) {
  return membership(r, buffer<detail::read_t<R>>(values));
}

template <detail::line_input R>
  requires integer_element<detail::read_t<R>>
buffer<bool> membership(const R& r, const index_set& set) {
  return detail::answered(r, [&](auto value) {
    return std::in_range<index_t>(canonical_t<decltype(value)>{value}) && set.contains(static_cast<index_t>(value));
  });
}

}  // namespace ravel
