// SPDX-License-Identifier: BSL-1.0
// Pulls blocks of elements that are not consecutive below: at even steps, or at chosen positions. It reads no element that was not
// requested, because reading an element may throw. Stateless.
#pragma once

#include <ravel/reader/detail/read.hpp>

#include <utility>

namespace ravel::detail {

// Reverses a block: lent memory by a negative step, a room by moving its elements.
template <class T>
block<const T> reversed_block(block<const T> b, index_t n, T* room) {
  if (b.data != room || b.step != 1) return {b.data + (n - 1) * b.step, -b.step};
  for (index_t i = 0, j = n - 1; i < j; ++i, --j) std::swap(room[i], room[j]);
  return b;
}

// Repeats one element for a whole block: a lent element with step 0, a room by writing it out.
template <class T>
block<const T> repeated_block(block<const T> one, index_t n, T* room) {
  if (one.data != room) return {one.data, 0};
  if (n > 1) std::fill_n(room + 1, n - 1, *room);
  return {room, 1};
}

// Pulls the elements at start, start + step, ….
template <class T>
block<const T> pull_steps(const node<T>& below, index_t start, index_t step, index_t n, T* out, arena& from) {
  if (step == 1 || n == 1) return below.pull(start, n, out, from);
  if (step == 0) return repeated_block(below.pull(start, 1, out, from), n, out);
  if (step == -1) return reversed_block(below.pull(start - (n - 1), n, out, from), n, out);
  for (index_t i = 0; i < n; ++i) out[i] = below.at(start + i * step);
  return {out, 1};
}

// Pulls the elements at the positions at(0), at(1), …. Consecutive positions are pulled together.
template <class T, class At>
block<const T> pull_chosen(const node<T>& below, index_t n, At at, T* out, arena& from) {
  constexpr index_t worth_a_block = 8;
  if (const auto& memory = below.memory(); memory.data) {
    for (index_t i = 0; i < n; ++i) out[i] = memory.data[at(i) * memory.step];
    return {out, 1};
  }
  for (index_t done = 0; done < n;) {
    const index_t first = at(done);
    index_t run = 1;
    while (done + run < n && at(done + run) == first + run) ++run;
    if (run >= worth_a_block) {
      spread(below.pull(first, run, out + done, from), run, out + done);
    } else {
      for (index_t i = 0; i < run; ++i) out[done + i] = below.at(first + i);
    }
    done += run;
  }
  return {out, 1};
}

}  // namespace ravel::detail
