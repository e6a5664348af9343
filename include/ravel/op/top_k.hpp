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
template <class T, class Before>
buffer<index_t> top_k(const node<T>& of, index_t k, Before& before) {
  struct candidate {
    T value;
    index_t position;
  };
  if (k < 0 || k > of.size()) throw_top_k(k, of.size());
  const auto stands_before = [&](const T& a, const T& b) {
    if constexpr (floating_or_time<T>) {
      if (differs_from_itself(b)) return !differs_from_itself(a);
      if (differs_from_itself(a)) return false;
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
  if (by_entries(of)) {
    each_entry_and_gap(of, k, take);
  } else {
    each_block(of, 0, of.size(), [&](block<const T> b, index_t position, index_t n) {
      for (index_t i = 0; i < n; ++i) take(b.data[i * b.step], position + i);
    });
  }
  std::sort_heap(best.begin(), best.end(), better);
  auto places = unfilled_buffer<index_t>(k);
  std::ranges::transform(best, places.begin(), &candidate::position);
  return places;
}
template <class T>
buffer<index_t> top_k_in_src(const node<T>& of, index_t k);  // the greatest; defined in src/

}  // namespace detail

template <detail::ordered_reader R>
buffer<index_t> arg_top_k(const R& r, index_arg k) {
  using T = detail::read_t<R>;
  if constexpr (detail::in_src<T>) {
    return detail::top_k_in_src<T>(detail::peek(r), k);
  } else {
    const auto before = [](const T& a, const T& b) { return detail::comes_before(a, b, true); };
    return detail::top_k<T>(detail::peek(r), k, before);
  }
}

template <detail::input R, detail::order_of<R> Less>
buffer<index_t> arg_top_k(const R& r, index_arg k, Less less) {
  return detail::top_k<detail::read_t<R>>(detail::peek(r), k, less);
}

// Of all elements, whatever their shape.
template <detail::input R, detail::order_of<R>... Less>
  requires(sizeof...(Less) <= 1 && detail::has_order<R, Less...>)
[[nodiscard]] auto nth_element(const R& r, index_arg k, Less... less) {
  using T = detail::read_t<R>;
  if constexpr (sizeof...(Less) == 0 && element<T> && std::same_as<T, canonical_t<T>>) {
    detail::check_position(k, detail::size_of(r));
    return detail::nth_of_elements(detail::own_elements_of(r), k);
  } else {
    const auto copy = detail::elements_of(r);
    detail::check_position(k, copy.size());
    const detail::own_less otherwise;
    const auto numbers = detail::put_nan_last<sizeof...(Less) == 0>(copy.span());
    if (k < std::ssize(numbers)) {
      auto& order = detail::own_order_or<R>(otherwise, less...);
      detail::select_place(numbers, static_cast<std::size_t>(k), [&](const T& a, const T& b) { return static_cast<bool>(order(a, b)); });
    }
    return copy[k];
  }
}

}  // namespace ravel
