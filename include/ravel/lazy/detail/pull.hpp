// SPDX-License-Identifier: BSL-1.0
// Blocks of elements that do not follow each other below: at even steps, or at chosen positions. No element that was not asked for is read,
// since it may be one that throws.
#pragma once

#include <ravel/reader/detail/read.hpp>

#include <utility>

namespace ravel::detail {

// Memory that is lent is read backwards, what stands in the room is reversed.
template <class T>
block<const T> reversed_block(block<const T> b, index_t n, T* room) {
  if (b.data != room || b.step != 1) return {b.data + (n - 1) * b.step, -b.step};
  for (index_t i = 0, j = n - 1; i < j; ++i, --j) std::swap(room[i], room[j]);
  return b;
}

// One element for a whole block: what is lent is lent with step 0, what stands in the room is written out.
template <class T>
block<const T> repeated_block(block<const T> one, index_t n, T* room) {
  if (one.data != room) return {one.data, 0};
  if (n > 1) std::fill_n(room + 1, n - 1, *room);
  return {room, 1};
}

// The elements at start, start + step, …
template <class T>
block<const T> pull_steps(const node<T>& below, index_t start, index_t step, index_t n, T* out, arena& from) {
  if (step == 1 || n == 1) return below.pull(start, n, out, from);
  if (step == 0) return repeated_block(below.pull(start, 1, out, from), n, out);
  if (step == -1) return reversed_block(below.pull(start - (n - 1), n, out, from), n, out);
  for (index_t i = 0; i < n; ++i) out[i] = below.at(start + i * step);
  return {out, 1};
}

// The elements at the positions at(0), at(1), …; those that follow each other are pulled together.
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
