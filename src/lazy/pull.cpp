// SPDX-License-Identifier: BSL-1.0
// Pulls elements that are not consecutive below.
#include <ravel/lazy/detail/joined_entries.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

// Reads the elements at even steps one by one.
void read_steps(const untyped_node& below, index_t start, index_t step, index_t n, void* out) {
  constexpr index_t at_once = 64;
  index_t positions[at_once];
  for (index_t done = 0; done < n; done += at_once) {
    const index_t count = std::min(n - done, at_once);
    for (index_t i = 0; i < count; ++i) positions[i] = start + (done + i) * step;
    below.read_each(positions, count, element_at(below.room(), out, done));
  }
}

// The number of positions at the start, of n, that are consecutive.
index_t consecutive(const index_t* positions, index_t n) {
  index_t run = 1;
  while (run < n && positions[run] == positions[0] + run) ++run;
  return run;
}

}  // namespace

raw_block pull_steps(const untyped_node& below, index_t start, index_t step, index_t n, void* out, arena& from) {
  if (step == 1 || n == 1) return below.pull_raw(start, n, out, from);
  const element_room& kind = below.room();
  if (step == 0) {
    const void* const one = below.pull_raw(start, 1, out, from).data;
    if (one != out) return {one, 0};
    spread(kind, {out, 0}, n, out);
  } else if (step == -1 && kind.of_bytes()) {
    const raw_block got = below.pull_raw(start - (n - 1), n, out, from);
    if (got.data != out || got.step != 1) return {element_at(kind, got.data, (n - 1) * got.step), -got.step};
    reverse(kind, out, n);
  } else {
    read_steps(below, start, step, n, out);
  }
  return {out, 1};
}

void pull_chosen(const untyped_node& below, const index_t* positions, index_t n, void* out, arena& from) {
  constexpr index_t worth_a_block = 8;
  const element_room& kind = below.room();
  if (below.lends()) return gather(kind, {below.lent_from(0), below.lent_step()}, positions, n, out);
  for (index_t done = 0; done < n;) {
    index_t begin = done, run = 0;  // of the next positions that are worth a block
    for (; begin < n; begin += run) {
      run = consecutive(positions + begin, n - begin);
      if (run >= worth_a_block) break;
    }
    if (begin > done) below.read_each(positions + done, begin - done, element_at(kind, out, done));
    if (begin == n) return;
    std::byte* const to = element_at(kind, out, begin);
    spread(kind, below.pull_raw(positions[begin], run, to, from), run, to);
    done = begin + run;
  }
}

}  // namespace ravel::detail
