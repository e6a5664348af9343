// SPDX-License-Identifier: BSL-1.0
// Selects elements by rank. In place: by Floyd and Rivest. In memory that is only read: a sample gives a window of values around each rank,
// one pass counts the elements below the windows and collects those within, and the rank is selected among these. Any sample gives the
// same elements.
#include "op/order/ranks.hpp"
#include <ravel/base/random.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/order/sort.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/storage/list.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ravel::detail {

namespace {

// Puts the element of a rank where sorting data[first, end) would, with none greater before it and none less behind it, by Floyd and
// Rivest. The pivot comes from a sample around the rank, slightly beyond it, so that one pass leaves little. An unlucky run falls back to
// the standard library.
template <class T>
void select_rank(T* data, index_t first, index_t end, index_t rank) {
  constexpr index_t small = 600;
  for (int passes = 0; end - first > small && passes < 64; ++passes) {
    const auto n = static_cast<double>(end - first), place = static_cast<double>(rank - first) + 1;
    const double size = std::exp(2 * std::log(n) / 3) / 2;
    const double margin = std::sqrt(std::log(n) * size * (n - size) / n) / 2 * (place < n / 2 ? -1 : 1);
    const auto below = static_cast<index_t>(place * size / n - margin), above = static_cast<index_t>((n - place) * size / n + margin);
    select_rank(data, std::max(first, rank - std::max<index_t>(below, 0)), std::min(end, rank + std::max<index_t>(above, 0) + 1), rank);
    const T pivot = data[rank];
    const index_t equal = partition(data, first, end, [pivot](T value) { return value < pivot; });
    if (rank < equal) {
      end = equal;
      continue;
    }
    first = partition(data, equal, end, [pivot](T value) { return value == pivot; });
    if (rank < first) return;
  }
  std::nth_element(data + first, data + rank, data + end);
}

// The values that a rank, or several near each other, may have: from low to high. They stand at these places of the sample.
template <class T>
struct window {
  T low, high;
  index_t above;                   // the place behind the window
  std::span<const index_t> ranks;  // those that it is for
};

// The elements that one pass finds in a window.
template <class T>
struct window_counts {
  index_t below = 0, low = 0, high = 0;  // less than low, equal to low, equal to high but not to low
  list<T> between;
};
template <class T>
struct pass_counts {
  index_t numbers = 0;
  std::vector<window_counts<T>> windows;
};

// Numbers from all over the memory, in ascending order.
template <class T>
buffer<T> sample_of(block<const T> memory, index_t n) {
  const double root = std::cbrt(static_cast<double>(n));
  const buffer<T> sample = unfilled_buffer<T>(static_cast<index_t>(root * root / 3));
  random_engine random(0);
  for (T& value : sample.span()) value = memory.data[random.below(n) * memory.step];
  sort_elements(sample.data(), sample.size());
  const auto* const numbers = std::partition_point(sample.begin(), sample.end(), [](T value) { return value == value; });
  return clone(slice(sample, 0, numbers - sample.begin()));
}

// Windows of four standard deviations to each side. Windows that overlap are one.
template <class T>
std::vector<window<T>> windows_around(std::span<const index_t> ranks, index_t n, const buffer<T>& sample) {
  using limits = std::numeric_limits<T>;
  const auto size = static_cast<double>(sample.size());
  std::vector<window<T>> windows;
  for (std::size_t k = 0; k < ranks.size(); ++k) {
    const double share = (static_cast<double>(ranks[k]) + 0.5) / static_cast<double>(n);
    const double margin = 4 * std::sqrt(size * share * (1 - share)) + 1;
    const auto first = static_cast<index_t>(std::floor(size * share - margin)), last = static_cast<index_t>(size * share + margin) + 1;
    if (windows.empty() || first >= windows.back().above) {
      const T low = first >= 0 ? sample[first] : real_element<T> ? static_cast<T>(-limits::infinity()) : limits::lowest();
      windows.push_back({low, low, 0, ranks.subspan(k, 0)});
    }
    window<T>& w = windows.back();
    w.high = last < sample.size() ? sample[last] : real_element<T> ? limits::infinity() : limits::max();
    w.above = last;
    w.ranks = {w.ranks.data(), w.ranks.size() + 1};
  }
  return windows;
}

// Adds a block to the counts of a window and gives its count of numbers. No branch depends on an element. `room` has room for the block.
template <class T>
index_t count_window(std::span<const T> block, T low, T high, T* room, window_counts<T>& counts) {
  const bool one_value = low == high;
  index_t from_low = 0, up_to_high = 0, within = 0;  // a NaN is neither
  for (const T value : block) {
    const bool is_from = low <= value, is_up_to = value <= high;
    if (!one_value) room[within] = value;
    within += static_cast<index_t>(is_from & is_up_to);
    from_low += static_cast<index_t>(is_from);
    up_to_high += static_cast<index_t>(is_up_to);
  }
  index_t lows = one_value ? within : 0, ends = lows, kept = 0;
  for (index_t i = 0; i < within && !one_value; ++i) {
    const T value = room[i];
    const bool is_low = value == low, is_end = is_low | (value == high);
    room[kept] = value;
    kept += static_cast<index_t>(!is_end);
    lows += static_cast<index_t>(is_low);
    ends += static_cast<index_t>(is_end);
  }
  counts.below += up_to_high - within, counts.low += lows, counts.high += ends - lows;
  if (kept > 0) counts.between.append(borrow(std::span<const T>(room, static_cast<std::size_t>(kept))));
  return from_low + up_to_high - within;
}

template <class T>
pass_counts<T> count_windows(const node<T>& memory, index_t begin, index_t end, std::span<const window<T>> windows) {
  pass_counts<T> found{0, std::vector<window_counts<T>>(windows.size())};
  T room[static_cast<std::size_t>(block_length<T>)];
  each_span(memory, begin, end - begin, [&](std::span<const T> block, index_t) {
    index_t numbers = 0;
    for (std::size_t k = 0; k < windows.size(); ++k) numbers = count_window(block, windows[k].low, windows[k].high, room, found.windows[k]);
    found.numbers += numbers;
  });
  return found;
}

// Writes the elements of a window's ranks. False if one lies outside of the window.
template <class T>
bool find_in_window(const window<T>& w, std::vector<window_counts<T>> parts, T* out) {
  window_counts<T> all;
  std::vector<list<T>> lists;
  for (window_counts<T>& part : parts) {
    all.below += part.below, all.low += part.low, all.high += part.high;
    lists.push_back(std::move(part.between));
  }
  const buffer<T> between = joined_lists(std::move(lists));
  std::vector<index_t> within;
  for (const index_t rank : w.ranks) {
    const index_t place = rank - all.below - all.low;
    if (rank < all.below || place >= between.size() + all.high) return false;
    if (place >= 0 && place < between.size()) within.push_back(place);
  }
  select_ranks(between.data(), 0, between.size(), within);
  for (const index_t rank : w.ranks) {
    const index_t place = rank - all.below - all.low;
    *out++ = place < 0 ? w.low : place < between.size() ? between[place] : w.high;
  }
  return true;
}

}  // namespace

template <class T>
std::span<T> numbers_of(std::span<T> elements) {
  bool any = false;
  for (const T value : elements) any |= value != value;
  if (!any) return elements;
  const auto end = std::partition(elements.begin(), elements.end(), [](T value) { return value == value; });
  return {elements.begin(), end};
}

template <class T>
void select_ranks(T* data, index_t first, index_t end, std::span<const index_t> ranks) {
  if (ranks.empty()) return;
  const std::size_t middle = ranks.size() / 2;
  const index_t rank = ranks[middle];
  T *const begin = data + first, *const behind = data + end;
  if (rank == first) {
    std::iter_swap(begin, std::min_element(begin, behind));
  } else if (rank == end - 1) {
    std::iter_swap(behind - 1, std::max_element(begin, behind));
  } else {
    select_rank(data, first, end, rank);
  }
  select_ranks(data, first, rank, ranks.first(middle));
  select_ranks(data, rank + 1, end, ranks.subspan(middle + 1));
}

template <class T>
index_t read_ranks(const node<T>& memory, index_t n, std::span<const index_t> ranks, T* out) {
  const std::vector<window<T>> windows = windows_around(ranks, n, sample_of(memory.memory(), memory.size()));
  auto parts = made_in_pieces(memory.size(), 1, [&](index_t begin, index_t end) { return count_windows<T>(memory, begin, end, windows); });
  std::erase_if(parts, [](const pass_counts<T>& part) { return part.windows.empty(); });
  index_t numbers = 0;
  for (const pass_counts<T>& part : parts) numbers += part.numbers;
  if (numbers != n) return numbers;
  for (std::size_t k = 0, done = 0; k < windows.size(); done += windows[k++].ranks.size()) {
    std::vector<window_counts<T>> of_window;
    for (pass_counts<T>& part : parts) of_window.push_back(std::move(part.windows[k]));
    if (find_in_window(windows[k], std::move(of_window), out + done)) continue;
    const buffer<T> copy = workspace_buffer<T>(memory.size(), "elements that are selected from");  // an unlucky sample
    read_into(memory, 0, memory.size(), copy.data());
    const std::span<T> all = numbers_of(copy.span());
    select_ranks(all.data(), 0, n, ranks);
    for (const index_t rank : ranks) *out++ = all[static_cast<std::size_t>(rank)];
    break;
  }
  return n;
}

#define RAVEL_INSTANTIATE(T)                                                  \
  template std::span<T> numbers_of(std::span<T>);                             \
  template void select_ranks(T*, index_t, index_t, std::span<const index_t>); \
  template index_t read_ranks(const node<T>&, index_t, std::span<const index_t>, T*);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
