// SPDX-License-Identifier: BSL-1.0
// sort: the elements in ascending order, NaN last, as a new buffer; or by an order of the user's, which never sees a NaN of a floating
// type; equal elements keep theirs.
#pragma once

#include <ravel/op/clone.hpp>
#include <ravel/op/extreme.hpp>
#include <ravel/op/refused.hpp>

#include <algorithm>

namespace ravel {

namespace detail {

// Defined in src/ for every ordered element type.
template <class T>
void sort_elements(T* first, index_t n);

template <class R>
concept sortable = ordered_reader<R>;
template <class R>
concept unsortable = unordered_reader<R>;

// Moves NaN behind the numbers, which keep their order; where the numbers end.
template <class T>
T* put_nan_last(std::span<T> elements) {
  T *const first = elements.data(), *const end = first + elements.size();
  if constexpr (real_element<T>) return std::stable_partition(first, end, [](T value) { return !is_nan{}(value); });
  return end;
}

}  // namespace detail

template <detail::input R, detail::order_of<R> Less>
auto sort(const R& r, Less less) {
  auto sorted = clone(r);
  std::stable_sort(sorted.begin(), detail::put_nan_last(sorted.span()), std::move(less));
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
