// SPDX-License-Identifier: BSL-1.0
// arg_top_k: the positions of the k greatest elements, the greatest first, as argsort in descending order begins; by an order of the user's
// the k that come first in it. nth_element: the element that stands at place k of sort(r). Both without sorting the rest.
#pragma once

#include <ravel/op/clone.hpp>
#include <ravel/op/detail/gaps.hpp>
#include <ravel/op/extreme.hpp>
#include <ravel/op/sort.hpp>

#include <functional>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_top_k(index_t k, index_t n);

// Partitions what is stored, and gives the element at place k of all. Defined in src/ for every ordered element type.
template <class T>
T nth_of_elements(const own_elements<T>& elements, index_t k);

// The best k so far as a heap with the worst of them in front. NaN is worse than any number. Of equal fills the first k are enough.
template <class R, class Before>
buffer<index_t> top_k(const R& r, index_t k, Before& before) {
  using T = read_t<R>;
  struct candidate {
    T value;
    index_t position;
  };
  if (const index_t n = size_of(r); k < 0 || k > n) throw_top_k(k, n);
  const auto stands_before = [&](const T& a, const T& b) {
    if constexpr (real_element<T>) {
      if (a != a || b != b) return a == a;
    }
    return static_cast<bool>(before(a, b));
  };
  const auto better = [&](const candidate& a, const candidate& b) {
    return stands_before(a.value, b.value) || (!stands_before(b.value, a.value) && a.position < b.position);
  };
  std::vector<candidate> best;
  best.reserve(static_cast<std::size_t>(k));
  const auto take = [&](const T& value, index_t position) {
    if (std::ssize(best) < k) {
      best.push_back({value, position});
      std::push_heap(best.begin(), best.end(), better);
    } else if (k > 0 && stands_before(value, best.front().value)) {
      std::pop_heap(best.begin(), best.end(), better);
      best.back() = {value, position};
      std::push_heap(best.begin(), best.end(), better);
    }
    return true;
  };
  auto&& source = peek(r);
  const node<T>& of = source;
  if (by_entries(of)) {
    each_entry_and_gap(of, k, take);
  } else {
    index_t position = 0;
    each_element(r, [&](const T& value) { take(value, position++); });
  }
  std::sort_heap(best.begin(), best.end(), better);
  auto places = unfilled_buffer<index_t>(k);
  std::ranges::transform(best, places.begin(), &candidate::position);
  return places;
}

}  // namespace detail

template <detail::ordered_reader R>
buffer<index_t> arg_top_k(const R& r, index_arg k) {
  detail::greatest before;
  return detail::top_k(r, k, before);
}

template <detail::input R, detail::order_of<R> Less>
buffer<index_t> arg_top_k(const R& r, index_arg k, Less less) {
  return detail::top_k(r, k, less);
}

// Of all elements, whatever their shape.
template <detail::input R, detail::order_of<R>... Less>
  requires(sizeof...(Less) <= 1 && detail::has_order<R, Less...>)
auto nth_element(const R& r, index_arg k, Less... less) {
  using T = detail::read_t<R>;
  detail::check_position(k, detail::size_of(r));
  if constexpr (sizeof...(Less) == 0 && element<T> && std::same_as<T, canonical_t<T>>) {
    return detail::nth_of_elements(detail::own_elements_of(r), k);
  } else {
    const auto copy = detail::elements_of(r);
    detail::own_less otherwise;
    const auto numbers = detail::put_nan_last(copy.span());
    if (copy.begin() + k < numbers)
      std::nth_element(copy.begin(), copy.begin() + k, numbers, std::ref(detail::own_order_or<R>(otherwise, less...)));
    return copy[k];
  }
}

}  // namespace ravel
