// SPDX-License-Identifier: BSL-1.0
// sort: the elements in ascending order, NaN last, as a new buffer; or by an order of the user's, where equal elements keep theirs.
#pragma once

#include <ravel/op/clone.hpp>
#include <ravel/op/for_each.hpp>

#include <algorithm>

namespace ravel {

namespace detail {

// Defined in src/ for every ordered element type.
template <element T>
void sort_elements(T* first, index_t n);

template <class R>
concept sortable = readable<R> && !complex_element<read_t<R>> && std::totally_ordered<read_t<R>>;
template <class R>
concept unsortable = readable<R> && !sortable<R>;

}  // namespace detail

template <readable R, detail::order_of<R> Less>
auto sort(const R& r, Less less) {
  auto sorted = clone(r);
  std::stable_sort(sorted.begin(), sorted.end(), std::move(less));
  return sorted;
}

template <detail::sortable R>
auto sort(const R& r) {
  using T = detail::read_t<R>;
  if constexpr (element<T> && std::same_as<T, canonical_t<T>>) {
    auto sorted = clone(r);
    detail::sort_elements(sorted.data(), sorted.size());
    return sorted;
  } else {
    return sort(r, [](const T& a, const T& b) { return a < b; });
  }
}

template <detail::unsortable R>
void sort(const R& r) = delete;  // the elements have no order of their own: sort(x, less)

}  // namespace ravel
