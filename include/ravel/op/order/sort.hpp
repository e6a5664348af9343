// SPDX-License-Identifier: BSL-1.0
// sort: the elements in ascending order, NaN last, as a new buffer, or every line along an axis. It takes an order of the user's, which
// never sees a floating NaN. Equal elements keep their order. Whatever an order answers, the result has every element once. Eager.
#pragma once

#include <ravel/element/ticks.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/own_elements.hpp>
#include <ravel/op/fold/detail/ordered.hpp>
#include <ravel/storage/buffer.hpp>
#include <ravel/tensor/detail/along.hpp>

#include <algorithm>
#include <bit>
#include <span>
#include <utility>
#include <vector>

namespace ravel::detail {

// Sorts and selects by an order that may be inconsistent: whatever it answers, no element outside the span is touched, and each stays there
// once. Elements may be aligned beyond what new gives. Works in place, with its own workspace for the call.

inline constexpr std::size_t inserted_in_order = 16;  // runs this short are not split

template <class T, class Before>
void insert_in_order(std::span<T> items, Before&& before) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (!before(items[i], items[i - 1])) continue;
    T item = std::move(items[i]);
    std::size_t at = i;
    do {
      items[at] = std::move(items[at - 1]);
      --at;
    } while (at > 0 && before(item, items[at - 1]));
    items[at] = std::move(item);
  }
}

// Merges two ordered halves; the first is moved out of the way.
template <class T, class Before>
void merge_halves(std::span<T> items, std::size_t middle, T* room, Before& before) {
  if (!before(items[middle], items[middle - 1])) return;
  T *out = items.data(), *right = out + middle, *const right_end = out + items.size();
  T *left = room, *const left_end = std::move(out, right, room);
  while (left < left_end && right < right_end) *out++ = before(*right, *left) ? std::move(*right++) : std::move(*left++);
  std::move(left, left_end, out);
}

template <class T, class Before>
void sort_with_room(std::span<T> items, T* room, Before& before) {
  if (items.size() <= inserted_in_order) return insert_in_order(items, before);
  const std::size_t middle = items.size() / 2;
  sort_with_room(items.first(middle), room, before);
  sort_with_room(items.subspan(middle), room, before);
  merge_halves(items, middle, room, before);
}

// Equal elements keep their order.
template <class T, class Before>
void sort_stably(std::span<T> items, Before before) {
  if (items.size() <= inserted_in_order) return insert_in_order(items, before);
  const buffer<T> room = unfilled_buffer<T>(static_cast<index_t>(items.size() / 2));
  sort_with_room(items, room.data(), before);
}

// Puts at place k the element that sorting would put there. If an order does not shrink the remaining part, everything is sorted instead.
template <class T, class Before>
void select_place(std::span<T> items, std::size_t k, Before before) {
  auto rounds = 2 * static_cast<int>(std::bit_width(items.size()));
  while (items.size() > inserted_in_order && rounds-- > 0) {
    T *const first = items.data(), *const end = first + items.size();
    const auto median = [&](const T& a, const T& b, const T& c) -> const T& {
      if (before(b, a)) return before(c, b) ? b : before(c, a) ? c : a;
      return before(c, a) ? a : before(c, b) ? c : b;
    };
    const T pivot = median(*first, first[items.size() / 2], end[-1]);
    T* const not_less = std::partition(first, end, [&](const T& x) { return static_cast<bool>(before(x, pivot)); });
    const auto less = static_cast<std::size_t>(not_less - first);
    if (k < less) {
      items = items.first(less);
      continue;
    }
    T* const greater = std::partition(not_less, end, [&](const T& x) { return !static_cast<bool>(before(pivot, x)); });
    const auto not_greater = static_cast<std::size_t>(greater - first);
    if (k < not_greater) return;
    items = items.subspan(not_greater);
    k -= not_greater;
  }
  sort_stably(items, before);
}

// Moves elements that satisfy the predicate in front of the others, and gives their number. Both keep their order.
template <class T, class Holds>
std::size_t put_in_front(std::span<T> items, Holds holds) {
  std::vector<T> others;
  std::size_t in_front = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!holds(std::as_const(items[i]))) {
      others.push_back(std::move(items[i]));
    } else {
      if (in_front < i) items[in_front] = std::move(items[i]);
      ++in_front;
    }
  }
  std::move(others.begin(), others.end(), items.begin() + static_cast<std::ptrdiff_t>(in_front));
  return in_front;
}

}  // namespace ravel::detail

namespace ravel {

namespace detail {

// Defined in src/ for every ordered element type and for strings.
template <class T>
void sort_elements(T* first, index_t n);

// Elements that no order is called on: for the natural order, elements that differ from themselves; for a user's order, floating NaN.
template <class T, bool Own>
concept hidden_from_order = (Own && may_differ_from_itself<T>) || (!Own && may_be_nan<T> && !complex_element<T>);

// Moves elements that the order is not called on behind the others, which keep their order. Gives the others.
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

// The user's order among the options, or the default.
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
// True if the elements have an order or the options give one.
template <class R, class... Options>
concept has_order = input<R> && (ordered_reader<R> || (order_of<Options, R> || ...));

// The natural order of elements that are not hidden from it.
struct own_less {
  template <class T>
  bool operator()(const T& a, const T& b, bool descending = false) const {
    if constexpr (compared_by_parts<T>) return comes_before(a, b, descending);
    return static_cast<bool>(descending ? b < a : a < b);
  }
};

// less, or its reverse.
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
    // Reversed before and after, so that equal elements keep their order. They may be zeros of two signs.
    if (direction == sort_order::descending) std::reverse(elements.begin(), elements.end());
    sort_elements(elements.data(), static_cast<index_t>(elements.size()));
    if (direction == sort_order::descending) std::ranges::reverse(put_nan_last<true>(elements));
  } else if constexpr (counted_in_place<T> && !(order_of<Options, R> || ...)) {
    // The ticks of a time are its only member, at the same address.
    sort_in_place(std::span<ticks_t<T>>(reinterpret_cast<ticks_t<T>*>(elements.data()), elements.size()), options...);
  } else {
    const own_less otherwise;
    constexpr bool own = !(order_of<Options, R> || ...);
    sort_stably(put_nan_last<own>(elements), directed(own_order_or<R>(otherwise, options...), direction));
  }
}

// All elements, if the stored ones are in order.
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
#define RAVEL_DECLARE(T) extern template RAVEL_API buffer<T> sorted(const node<T>&, sort_order);
RAVEL_FOR_EACH_SORTED(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <detail::input R, detail::order_option<R>... Options>
  requires(detail::line_input<R> && detail::has_order<R, Options...>)
[[nodiscard]] auto sort(const R& r, Options... options) {
  using T = detail::read_t<R>;
  if constexpr ((detail::in_src<T> || element<T>)&&!(detail::order_of<Options, R> || ...)) {
    const sort_order direction = detail::option_or(sort_order::ascending, options...);
    auto&& source = detail::node_for_call(r);
    const detail::node<T>& of = source;
    return detail::sorted(of, direction);
  } else {
    const auto sorted = detail::elements_of(r);
    detail::sort_in_place(sorted.span(), options...);
    return sorted;
  }
}

namespace detail {

// Sorts lines of a copy in place; lines of a sparse tensor by their entries.
template <class T, class... Options>
tensor<T> sorted_lines(const tensor<const T>& x, const tensor<T>* given, index_t axis, Options... options) {
  if (by_entries<T>(detail_access::node(x)))
    return described_lines(
        aimed(x, given), axis, [&](const reader<T>& line) { return ravel::sort(line, options...); }, as_many,
        lines_in_order<tensor<const T>, Options...>);
  const axis_list order = with_axis_last(axis, x.rank());
  const tensor<const T> lines = transpose(x, as_span(order));
  const result_memory<T> made(given, lines.shape(), order);
  copy_elements(lines, made.view(), target_is::fresh);
  if (lines.size() == 0) return made.result();
  const index_t length = lines.extent(-1), count = lines.size() / length;
  T* const first = made.data();
  const auto sort_some = [&](index_t begin, index_t end) {
    for (index_t k = begin; k < end; ++k) sort_in_place(std::span(first + k * length, static_cast<std::size_t>(length)), options...);
  };
  if constexpr (lines_in_order<tensor<const T>, Options...> == worked_on::shared) {
    in_pieces(count, length, sort_some);
  } else {
    sort_some(0, count);
  }
  return made.result();
}
#define RAVEL_DECLARE(T) extern template RAVEL_API tensor<T> sorted_lines(const tensor<const T>&, const tensor<T>*, index_t, sort_order);
RAVEL_FOR_EACH_SORTED(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

// Sorts every line as the operation sorts it alone.
template <detail::shaped_reader X, detail::order_option<X>... Options>
  requires detail::has_order<X, Options...>
[[nodiscard]] auto sort(const X& t, const ints& axes, Options... options) {
  using T = detail::read_t<X>;
  const index_t axis = detail::one_axis("sort", axes, t.rank());
  if constexpr (detail::in_src<T> && !(detail::order_of<Options, X> || ...)) {
    return detail::sorted_lines<T>(t, detail::target_of_result<T>(t), axis, detail::option_or(sort_order::ascending, options...));
  } else {
    return detail::sorted_lines<T>(t, detail::target_of_result<T>(t), axis, options...);
  }
}

RAVEL_FACES(sort)  // by the elements' own order, or by less of two elements: sort(x, less, sort_order::descending), sort(t, axis, less)

// Prevents functions of std from taking an axis in braces behind elements of a std type.
template <detail::shaped_reader X, class... Others>
void sort(const X& t, const ints& axis, Others... others) = delete;  // the elements have no order of their own: sort(t, axis, less)

}  // namespace ravel
