// SPDX-License-Identifier: BSL-1.0
// The entries of views that do not keep their order or leave some out: those below are collected, and listed by their new positions.
#pragma once

#include <ravel/base/index_range.hpp>
#include <ravel/reader/detail/entries.hpp>

#include <vector>

namespace ravel::detail {

// Where an entry goes, and its place among those that were collected.
struct moved_entry {
  index_t position;
  index_t place;
};
RAVEL_API void sort_by_position(std::vector<moved_entry>& moved);

// values[place] at each position.
template <class T, class Moved>
entry_array<T> moved_values(const std::vector<Moved>& moved, const T* values) {
  entry_array<T> made(static_cast<index_t>(moved.size()));
  index_t* position = made.positions();
  T* value = made.values();
  for (const Moved& one : moved) {
    *position++ = one.position;
    *value++ = values[one.place];
  }
  made.grow_by(static_cast<index_t>(moved.size()));
  return made;
}

template <class T>
void store_sorted(const node<T>& target, std::vector<moved_entry> moved, const T* values) {
  sort_by_position(moved);
  const entry_array<T> list = moved_values(moved, values);
  target.store_at(list.all().positions, list.size(), list.all().values);
}

// Every step-th, forwards or backwards.
template <class T>
entries_of<T> strided_entries(const node<T>& of, const index_range& places, entry_pass& pass) {
  if (places.empty()) return listed(entry_array<T>());
  const index_t first = places.start(), step = places.step(), behind = first + (places.size() - 1) * step;
  const collected_entries<T> below(pass.of(of), std::min(first, behind), std::max(first, behind) + 1);
  const entry_block<T>& stored = below.all();
  std::vector<moved_entry> moved;
  for (index_t k = 0; k < stored.count; ++k) {
    const index_t place = step > 0 ? k : stored.count - 1 - k, from_first = stored.positions[place] - first;
    if (from_first % step == 0) moved.push_back({from_first / step, place});
  }
  return listed(moved_values(moved, stored.values));
}

// At chosen positions, given with the position of each in the result and in any order.
template <class T>
entries_of<T> chosen_entries(const node<T>& of, std::vector<moved_entry> chosen, entry_pass& pass) {
  sort_by_position(chosen);  // here the positions below
  const collected_entries<T> below(pass.of(of), 0, of.size());
  const entry_block<T>& stored = below.all();
  std::vector<moved_entry> moved;
  index_t at = 0;
  for (const moved_entry& one : chosen) {
    while (at < stored.count && stored.positions[at] < one.position) ++at;
    if (at == stored.count) break;
    if (stored.positions[at] == one.position) moved.push_back({one.place, at});
  }
  sort_by_position(moved);
  return listed(moved_values(moved, stored.values));
}

// At the positions of a set, each of which knows its place; they may be many more than there are entries.
template <class T, class Places>
entries_of<T> sought_entries(const node<T>& of, const Places& places, entry_pass& pass) {
  const collected_entries<T> below(pass.of(of), 0, of.size());
  const entry_block<T>& stored = below.all();
  std::vector<moved_entry> moved;
  for (index_t k = 0; k < stored.count; ++k) {
    const auto found = places.find(stored.positions[k]);
    for (index_t i = 0; i < found.size(); ++i) moved.push_back({found[i], k});
  }
  sort_by_position(moved);
  return listed(moved_values(moved, stored.values));
}

// Writes elements at rising positions of a view, of which place(i) stands at i below.
template <class T, class Place>
void store_chosen(const node<T>& below, const index_t* positions, index_t n, const T* values, Place place) {
  std::vector<moved_entry> moved;
  moved.reserve(static_cast<std::size_t>(n));
  for (index_t i = 0; i < n; ++i) moved.push_back({place(positions[i]), i});
  store_sorted(below, std::move(moved), values);
}

}  // namespace ravel::detail
