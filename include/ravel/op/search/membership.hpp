// SPDX-License-Identifier: BSL-1.0
// membership: for each element, true if it is one of some values, or for integers, a member of an index set. Gives a buffer of bools, which
// argfilter turns into positions. NaN is found if NaN is among the values. Eager, with fresh results.
#pragma once

#include <ravel/element/detail/for_each.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/keys/detail/key_table.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/reader/detail/read.hpp>
#include <ravel/storage/buffer.hpp>
#include <ravel/tensor/detail/lines.hpp>

#include <algorithm>

namespace ravel::detail {

// Answers each element of a node. Equal elements have equal answers. Asks a sparse node for its entries, and once for the fill. Threads may
// call `answer` at once.
template <class A, class T, class Answer>
buffer<A> answers_of(const node<T>& source, Answer answer) {
  const buffer<A> made = unfilled_buffer<A>(source.size());
  A* const out = made.data();
  if (by_entries(source)) {
    std::fill_n(out, source.size(), answer(*source.fill()));
    for (entry_blocks<T> blocks(source); blocks.next();) {
      const entry_block<T> b = blocks.at_hand();
      for (index_t i = 0; i < b.count; ++i) out[b.positions[i]] = answer(b.values[i]);
    }
  } else {
    in_pieces(source.size(), 1, [&](index_t begin, index_t end) {
      for (source_blocks<T> blocks(source, begin, end - begin); blocks.next();) {
        const auto [b, position, n] = blocks.at_hand();
        for (index_t i = 0; i < n; ++i) out[position + i] = answer(b.data[i * b.step]);
      }
    });
  }
  return made;
}

}  // namespace ravel::detail

namespace ravel {

namespace detail {

template <class R, class Holds>
buffer<bool> answered(const R& r, Holds holds) {
  auto&& source = node_for_call(r);
  const node<read_t<R>>& of = source;
  return answers_of<bool>(of, [&](const read_t<R>& value) -> bool { return holds(value); });
}

template <class T>
buffer<bool> membership_of(const node<T>& elements, const node<T>& values) {
  key_table<T> known;
  for (source_blocks<T> blocks(values); blocks.next();) {
    const auto [b, at, n] = blocks.at_hand();
    for (index_t i = 0; i < n; ++i) known.number(b.data[i * b.step]);
  }
  return answers_of<bool>(elements, [&](const T& value) { return known.find(value) != no_key; });
}
#define RAVEL_DECLARE(T) extern template RAVEL_API buffer<bool> membership_of(const node<T>&, const node<T>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <detail::groupable R, detail::input V>
  requires detail::line_input<R> && std::same_as<detail::read_t<R>, detail::read_t<V>>
buffer<bool> membership(const R& r, const V& values) {
  return detail::membership_of<detail::read_t<R>>(detail::node_for_call(r), detail::node_for_call(values));
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

// For a tensor, in its shape.
template <detail::shaped_reader X, class V>
  requires(detail::input<V> || std::same_as<V, index_set>) &&
          requires(const reader<detail::read_t<X>>& r, const V& values) { membership(r, values); }
tensor<bool> membership(const X& t, const V& values) {
  return detail::shaped_like(t, [&](const auto& row) { return membership(row, values); });
}
template <detail::shaped_reader X>
  requires detail::groupable<X>
tensor<bool> membership(const X& t, std::initializer_list<detail::read_t<X>> values) {
  return membership(t, buffer<detail::read_t<X>>(values));
}

}  // namespace ravel
