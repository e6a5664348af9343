// SPDX-License-Identifier: BSL-1.0
// The entries of views that reorder elements or leave some out. The entries below are collected and listed by their new positions. Belongs
// to one evaluation.
#pragma once

#include <ravel/base/index_range.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/reader/detail/placed_positions.hpp>

namespace ravel::detail {

template <class T>
void store_sorted(const node<T>& target, placed_positions moved, const T* values) {
  sort_by_position(moved);
  const entry_array<T> list = values_at_places(std::move(moved), values);
  target.store_at(list.all().positions, list.size(), list.all().values);
}

// The entries of every step-th element, forwards or backwards.
template <class T>
entries_of<T> strided_entries(const node<T>& of, const index_range& places, entry_pass& pass) {
  if (places.empty()) return listed(entry_array<T>());
  const index_t first = places.start(), step = places.step(), behind = first + (places.size() - 1) * step;
  const auto below = entries_between(pass.of(of), std::min(first, behind), std::max(first, behind) + 1);
  const entry_block<T>& stored = below.all();
  placed_positions moved;
  for (index_t k = 0; k < stored.count; ++k) {
    const index_t place = step > 0 ? k : stored.count - 1 - k, from_first = stored.positions[place] - first;
    if (from_first % step == 0) moved.add(from_first / step, place);
  }
  return listed(values_at_places(std::move(moved), stored.values));
}

// The entries at chosen positions, which come in any order, each with its position in the result.
template <class T>
entries_of<T> chosen_entries(const node<T>& of, placed_positions chosen, entry_pass& pass) {
  sort_by_position(chosen);  // sorts by the positions below
  const auto below = all_entries(of, pass);
  const entry_block<T>& stored = below.all();
  placed_positions moved;
  index_t at = 0;
  for (index_t k = 0; k < chosen.size(); ++k) {
    const index_t position = chosen.positions()[k];
    while (at < stored.count && stored.positions[at] < position) ++at;
    if (at == stored.count) break;
    if (stored.positions[at] == position) moved.add(chosen.values()[k], at);
  }
  sort_by_position(moved);
  return listed(values_at_places(std::move(moved), stored.values));
}

// The entries at the positions of a set, which knows the place of each. The set may be much larger than the number of entries.
template <class T, class Places>
entries_of<T> sought_entries(const node<T>& of, const Places& places, entry_pass& pass) {
  const auto below = all_entries(of, pass);
  const entry_block<T>& stored = below.all();
  placed_positions moved;
  for (index_t k = 0; k < stored.count; ++k) {
    const auto found = places.find(stored.positions[k]);
    for (index_t i = 0; i < found.size(); ++i) moved.add(found[i], k);
  }
  sort_by_position(moved);
  return listed(values_at_places(std::move(moved), stored.values));
}

// Writes elements at rising positions of a view. Position i of the view is position place(i) below.
template <class T, class Place>
void store_chosen(const node<T>& below, const index_t* positions, index_t n, const T* values, Place place) {
  placed_positions moved;
  moved.reserve(n);
  for (index_t i = 0; i < n; ++i) moved.add(place(positions[i]), i);
  store_sorted(below, std::move(moved), values);
}

}  // namespace ravel::detail
