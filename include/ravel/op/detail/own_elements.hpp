// SPDX-License-Identifier: BSL-1.0
// The elements of a node in their own memory, to be sorted there: the stored ones, and beside them the fill and its count. All elements of
// a dense node are stored. So code that needs the order of values is written once for both. A plain value.
#pragma once

#include <ravel/element/detail/for_each.hpp>
#include <ravel/element/detail/functions.hpp>
#include <ravel/loop/detail/stored_blocks.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/storage/list.hpp>

namespace ravel::detail {

template <class T>
struct equal_elements {
  T value{};
  index_t times = 0;
};

template <class T>
struct own_elements {
  buffer<T> stored;  // in the order of their positions
  equal_elements<T> fills;

  index_t size() const { return stored.size() + fills.times; }
};

// Only elements of the closed set keep fills apart: other types may be equal in an order without being equal.
template <class T>
own_elements<T> own_elements_of(const node<T>& source) {
  if constexpr (element<T>) {
    if (by_entries(source)) {
      list<T> found;
      const index_t fills = each_stored_span(source, [&](std::span<const T> values) { found.append(borrow(values)); });
      return {found.take(), {*source.fill(), fills}};
    }
  }
  const buffer<T> all = unfilled_buffer<T>(source.size());
  read_into(source, 0, source.size(), all.data());
  return {all, {}};
}
#define RAVEL_DECLARE(T) extern template RAVEL_API own_elements<T> own_elements_of(const node<T>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_DECLARE)
#undef RAVEL_DECLARE

template <input R>
auto own_elements_of(const R& r) {
  auto&& source = node_for_call(r);
  const node<read_t<R>>& of = source;
  return own_elements_of(of);
}

// True if a stored element stands before the fill in order. No stored element equals the fill.
template <element T>
struct before_fill {
  T fill;
  bool descending = false;
  bool nan_first = false;

  bool operator()(const T& value) const {
    if constexpr (real_element<T>) {
      if (fill != fill) return !nan_first;
      if (value != value) return nan_first;
    }
    return descending ? fill < value : value < fill;
  }
};

}  // namespace ravel::detail
