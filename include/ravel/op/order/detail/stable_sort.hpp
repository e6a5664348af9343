// SPDX-License-Identifier: BSL-1.0
// Sorts and selects by an order that may be inconsistent: whatever it answers, no element outside the span is touched, and each stays there
// once. Elements may be aligned beyond what new gives. Works in place, with its own workspace for the call.
#pragma once

#include <ravel/storage/buffer.hpp>

#include <algorithm>
#include <bit>
#include <span>
#include <utility>
#include <vector>

namespace ravel::detail {

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
