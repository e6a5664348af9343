// SPDX-License-Identifier: BSL-1.0
// Gathers entries: elements unlike the fill, positions put in order, and writes merged into ordered entries. Plain functions.
#pragma once

#include <ravel/element/detail/for_each.hpp>
#include <ravel/reader/detail/entries.hpp>

#include <algorithm>

namespace ravel::detail {

// The places of positions in rising order, equal ones as they come. Empty if the positions rise already and differ.
struct RAVEL_API position_order {
  position_order(const index_t* positions, index_t n);

  bool as_listed = true;
  owned_elements<index_t> places;

  index_t place(index_t i) const { return as_listed ? i : places[i]; }
};

// The place of the first entry from `from` on that does not come before a position. It is probably near.
template <class T>
index_t first_behind(const entry_block<T>& entries, index_t from, index_t position) {
  const index_t near = std::min(entries.count, from + 32);
  while (from < near && entries.positions[from] < position) ++from;
  if (from < near || from == entries.count) return from;
  index_t stride = 32;
  while (from + stride < entries.count && entries.positions[from + stride] < position) {
    from += stride;
    stride *= 2;
  }
  return from + entries.from(from).first(std::min(stride + 1, entries.count - from)).find(position);
}

// Appends the n elements position(k), value(k) in order, without those that equal the fill.
template <class T, class Position, class Value>
void append_unless_fill(index_t n, const T& fill, entry_array<T>& made, const Position& position, const Value& value) {
  made.make_room(n);
  index_t* const positions = made.positions() + made.size();
  T* const values = made.values() + made.size();
  index_t kept = 0;
  for (index_t k = 0; k < n; ++k) {
    const T& one = value(k);
    if constexpr (element<T>) {  // no branch, because the CPU could not predict it
      positions[kept] = position(k);
      values[kept] = one;
      kept += !is_fill(one, fill);
    } else if (!is_fill(one, fill)) {
      positions[kept] = position(k);
      values[kept++] = one;
    }
  }
  made.grow_by(kept);
}

// Merges a sorted list of writes into entries in rising order. The last of several writes to one position holds. A write of the fill
// removes an entry.
template <class T>
entry_array<T> overlaid(const entry_block<T>& below, const entry_block<T>& writes, const position_order& order, const T& fill) {
  entry_array<T> made(below.count + writes.count);
  index_t done = 0;
  for (index_t i = 0; i < writes.count; ++i) {
    const index_t place = order.place(i), position = writes.positions[place];
    if (i + 1 < writes.count && writes.positions[order.place(i + 1)] == position) continue;
    const index_t next = first_behind(below, done, position);
    made.add(below.from(done).first(next - done));
    done = next + (next < below.count && below.positions[next] == position);
    if (!is_fill(writes.values[place], fill)) made.add(position, writes.values[place]);
  }
  made.add(below.from(done));
  made.fit();
  return made;
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) \
  extern template RAVEL_API entry_array<T> overlaid(const entry_block<T>&, const entry_block<T>&, const position_order&, const T&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace ravel::detail
