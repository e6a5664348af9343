// SPDX-License-Identifier: BSL-1.0
// Where a window lies and what it meets beyond the ends; shared by rolling, convolve and correlate. The ends are written out once, around a
// copy of the elements, so that no loop has to look for them.
#pragma once

#include <ravel/storage/buffer.hpp>

namespace ravel {

// The window of element i ends with it, has it in the middle (of an even number, right of the middle), or begins with it.
enum class window_position : unsigned char { left, centre, right };

// Beyond the ends of a b c there is: a a … c c; 0 0; b a | a b c | c b; b c | a b c | a b; or nothing, and only windows that lie inside
// count.
enum class edge_mode : unsigned char { clamp, zero, reflect, wrap, valid };

namespace detail {

struct window_reach {
  index_t before;
  index_t after;
};

RAVEL_API void check_width(const char* operation, index_t width);
RAVEL_API window_reach reach_of(index_t width, window_position position);

// The position that stands in for i, which may lie outside [0, n); -1 for zero.
RAVEL_API index_t place_at_edge(index_t i, index_t n, edge_mode edge);

// The elements of a source that has some, with so many more at its ends.
template <class T>
buffer<T> extended(const node<T>& source, window_reach more, edge_mode edge) {
  const index_t n = source.size();
  const buffer<T> result = unfilled_buffer<T>(add_index(n, add_index(more.before, more.after)));
  T* const middle = result.data() + more.before;
  read_into(source, 0, n, middle);
  const auto fill = [&](index_t first, index_t end) {
    for (index_t i = first; i < end; ++i) {
      const index_t place = place_at_edge(i, n, edge);
      middle[i] = place < 0 ? T{} : middle[place];
    }
  };
  fill(-more.before, 0);
  fill(n, n + more.after);
  return result;
}

}  // namespace detail
}  // namespace ravel
