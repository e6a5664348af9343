// SPDX-License-Identifier: BSL-1.0
// The entries of rearranged elements, of any type.
#include "lazy/moved_entries.hpp"

namespace ravel::detail {

namespace {

// Lists values by the positions that they have been moved to; `moved` has their places.
owned_stream listed_moved(placed_positions moved, const void* values, const element_room& kind) {
  sort_by_position(moved);
  return listed(entry_list(kind, std::move(moved), values));
}

raw_collected_entries entries_of_all(const untyped_node& of, entry_pass& pass) {
  return raw_collected_entries(pass.stream(of), 0, of.size(), of.room());
}

// The places of the stored entries at chosen positions, which come in any order.
placed_positions compared(const selection& places, const raw_entry_block& stored) {
  placed_positions chosen(places.size()), moved;
  for (index_t i = 0; i < places.size(); ++i) chosen.add(places[i], i);
  sort_by_position(chosen);
  index_t at = 0;
  for (index_t k = 0; k < chosen.size(); ++k) {
    const index_t position = chosen.positions()[k];
    while (at < stored.count && stored.positions[at] < position) ++at;
    if (at == stored.count) break;
    if (stored.positions[at] == position) moved.add(chosen.values()[k], at);
  }
  return moved;
}
placed_positions sought(const selection& places, const raw_entry_block& stored) {
  placed_positions moved;
  for (index_t k = 0; k < stored.count; ++k) {
    const auto found = places.find(stored.positions[k]);
    for (index_t i = 0; i < found.size(); ++i) moved.add(found[i], k);
  }
  return moved;
}

}  // namespace

owned_stream strided_entries(const untyped_node& of, const index_range& places, entry_pass& pass) {
  if (places.empty()) return no_entries();
  const index_t first = places.start(), step = places.step(), behind = first + (places.size() - 1) * step;
  const raw_collected_entries below(pass.stream(of), std::min(first, behind), std::max(first, behind) + 1, of.room());
  const raw_entry_block& stored = below.all();
  placed_positions moved;
  for (index_t k = 0; k < stored.count; ++k) {
    const index_t place = step > 0 ? k : stored.count - 1 - k, from_first = stored.positions[place] - first;
    if (from_first % step == 0) moved.add(from_first / step, place);
  }
  return listed(entry_list(of.room(), std::move(moved), stored.values));
}

owned_stream chosen_entries(const untyped_node& of, const selection& places, entry_pass& pass) {
  const raw_collected_entries below = entries_of_all(of, pass);
  const bool is_list = !places.positions().empty();
  return listed_moved(is_list ? compared(places, below.all()) : sought(places, below.all()), below.all().values, of.room());
}

owned_stream placed_entries(std::span<const shared_untyped> of, function_ref<void(std::size_t, std::span<index_t>)> place,
                            entry_pass& pass) {
  if (of.empty()) return no_entries();
  entry_list found(of.front()->room());
  for (std::size_t k = 0; k < of.size(); ++k) {
    const index_t before = found.size();
    found.append(entries_of_all(*of[k], pass).all());
    place(k, {found.positions() + before, static_cast<std::size_t>(found.size() - before)});
  }
  placed_positions moved(found.size());
  for (index_t k = 0; k < found.size(); ++k) moved.add(found.positions()[k], k);
  return listed_moved(std::move(moved), found.values(), found.kind());
}

void store_chosen(const untyped_node& below, const index_t* positions, index_t n, const void* values,
                  function_ref<index_t(index_t)> place) {
  placed_positions moved(n);
  for (index_t i = 0; i < n; ++i) moved.add(place(positions[i]), i);
  sort_by_position(moved);
  const entry_list list(below.room(), std::move(moved), values);
  below.store_at(list.positions(), list.size(), list.values());
}

}  // namespace ravel::detail
