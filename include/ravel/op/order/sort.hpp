// SPDX-License-Identifier: BSL-1.0
// sort: the elements in ascending order, NaN last, as a new buffer; or by an order of the user's, which never sees a NaN of a floating
// type; equal elements keep theirs. Whatever an order answers, all elements are there once.
#pragma once

#include <ravel/element/ticks.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/loop/refused.hpp>
#include <ravel/op/detail/own_elements.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/order/detail/stable_sort.hpp>

#include <algorithm>

namespace ravel {

namespace detail {

// Defined in src/ for every ordered element type and for strings.
template <class T>
void sort_elements(T* first, index_t n);

template <class R>
concept sortable = ordered_reader<R>;
template <class R>
concept unsortable = unordered_reader<R>;

// Which elements no order is asked about: the elements' own of none that differ from themselves, the user's of no NaN of a floating type.
template <class T, bool Own>
concept hidden_from_order = (Own && may_differ_from_itself<T>) || (!Own && floating_or_time<T>);

// Moves what an order is not asked about behind the others, which keep their order; the others.
template <bool Own, class T>
std::span<T> put_nan_last(std::span<T> elements) {
  if constexpr (real_element<T>) {
    const auto end = std::stable_partition(elements.begin(), elements.end(), [](T value) { return value == value; });
    return {elements.begin(), end};
  } else if constexpr (hidden_from_order<T, Own>) {
    return elements.first(put_in_front(elements, [](const T& value) { return !differs_from_itself(value); }));
  } else {
    return elements;
  }
}

// The user's order among the options, or the one that holds where there is none.
template <class R, class Less>
Less& own_order_or(Less& otherwise) {
  return otherwise;
}
template <class R, class Less, class First, class... More>
auto& own_order_or(Less& otherwise, First& first, More&... more) {
  if constexpr (order_of<First, R>) {
    return first;
  } else {
    return own_order_or<R>(otherwise, more...);
  }
}

template <class Option, class R, class... Allowed>
concept order_option = order_of<Option, R> || among<Option, sort_order, Allowed...>;
// There is an order, of the elements' own or given.
template <class R, class... Options>
concept has_order = input<R> && (sortable<R> || (order_of<Options, R> || ...));

// The elements' own, of those that are not hidden from it.
struct own_less {
  template <class T>
  bool operator()(const T& a, const T& b, bool descending = false) const {
    if constexpr (compared_by_parts<T>) return comes_before(a, b, descending);
    return static_cast<bool>(descending ? b < a : a < b);
  }
};

// less, or the other way round.
template <class Less>
auto directed(Less& less, sort_order direction) {
  return [&less, descending = direction == sort_order::descending](const auto& a, const auto& b) {
    if constexpr (std::same_as<Less, const own_less>) {
      return less(a, b, descending);
    } else {
      return static_cast<bool>(descending ? less(b, a) : less(a, b));
    }
  };
}

template <class T, class... Options>
void sort_in_place(std::span<T> elements, Options... options) {
  using R = std::span<const T>;
  const sort_order direction = option_or(sort_order::ascending, options...);
  if constexpr (in_src<T> && !(order_of<Options, R> || ...)) {
    // Turned round before and after, so that equal elements, which may be zeros of two signs, keep their order.
    if (direction == sort_order::descending) std::reverse(elements.begin(), elements.end());
    sort_elements(elements.data(), static_cast<index_t>(elements.size()));
    if (direction == sort_order::descending) std::ranges::reverse(put_nan_last<true>(elements));
  } else if constexpr (counted_in_place<T> && !(order_of<Options, R> || ...)) {
    // What a time counts is its one member, which stands where it stands.
    sort_in_place(std::span<ticks_t<T>>(reinterpret_cast<ticks_t<T>*>(elements.data()), elements.size()), options...);
  } else {
    const own_less otherwise;
    constexpr bool own = !(order_of<Options, R> || ...);
    sort_stably(put_nan_last<own>(elements), directed(own_order_or<R>(otherwise, options...), direction));
  }
}

// All elements, where those that are stored are in order.
template <class T>
buffer<T> with_fills_in_order(const own_elements<T>& elements, sort_order direction) {
  const auto& [stored, fills] = elements;
  if (fills.times == 0) return stored;
  const before_fill<T> stands_before{fills.value, direction == sort_order::descending};
  T* const behind = std::partition_point(stored.begin(), stored.end(), stands_before);
  const buffer<T> sorted = unfilled_buffer<T>(elements.size());
  T* const begin = std::copy(stored.begin(), behind, sorted.data());
  std::copy(behind, stored.end(), std::fill_n(begin, fills.times, fills.value));
  return sorted;
}

template <class T>
buffer<T> sorted(const node<T>& source, sort_order direction) {
  const own_elements<T> elements = own_elements_of(source);
  sort_in_place(elements.stored.span(), direction);
  if constexpr (element<T>) return with_fills_in_order(elements, direction);
  return elements.stored;
}
template <class T>
buffer<T> sorted_in_src(const node<T>& source, sort_order direction);  // defined in src/

}  // namespace detail

template <detail::input R, detail::order_option<R>... Options>
  requires(detail::line_input<R> && detail::has_order<R, Options...>)
[[nodiscard]] auto sort(const R& r, Options... options) {
  using T = detail::read_t<R>;
  if constexpr ((detail::in_src<T> || element<T>)&&!(detail::order_of<Options, R> || ...)) {
    const sort_order direction = detail::option_or(sort_order::ascending, options...);
    auto&& source = detail::peek(r);
    const detail::node<T>& of = source;
    if constexpr (detail::in_src<T>) {
      return detail::sorted_in_src(of, direction);
    } else {
      return detail::sorted(of, direction);
    }
  } else {
    const auto sorted = detail::elements_of(r);
    detail::sort_in_place(sorted.span(), options...);
    return sorted;
  }
}

template <class... Others>
void sort(detail::any_line r, Others... others) = delete;  // by the elements' own order, or sort(x, less); with sort_order::descending

}  // namespace ravel
