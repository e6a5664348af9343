// SPDX-License-Identifier: BSL-1.0
// The position of windows and their elements beyond the ends, for rolling, convolve and correlate. The ends are written out once, around a
// copy of the elements, so that loops need not check for them.
#pragma once

#include <ravel/storage/buffer.hpp>

namespace ravel {

// The window of element i ends with it, has it in the middle (right of the middle for an even width), or begins with it.
enum class window_position : unsigned char { left, centre, right };

// The elements beyond the ends of a b c: clamp a a … c c; zero 0 0; reflect b a | a b c | c b; wrap b c | a b c | a b; valid: none, and
// only windows inside count.
enum class edge_mode : unsigned char { clamp, zero, reflect, wrap, valid };

namespace detail {

struct window_reach {
  index_t before;
  index_t after;
};

RAVEL_API void check_width(const char* operation, index_t width);
RAVEL_API window_reach reach_of(index_t width, window_position position);

// Writes the elements beyond the ends of the n elements at `middle`. An element further out is found nearer in.
template <class T>
void fill_beyond(T* middle, index_t n, window_reach more, edge_mode edge) {
  const auto write = [&](auto before, auto after) {
    for (index_t i = -1; i >= -more.before; --i) middle[i] = before(i);
    for (index_t i = n; i < n + more.after; ++i) middle[i] = after(i);
  };
  switch (edge) {
    case edge_mode::clamp:
      return write([=](index_t) { return middle[0]; }, [=](index_t) { return middle[n - 1]; });
    case edge_mode::wrap:
      return write([=](index_t i) { return middle[i + n]; }, [=](index_t i) { return middle[i - n]; });
    case edge_mode::reflect:
      return write([=](index_t i) { return i >= -n ? middle[-1 - i] : middle[i + 2 * n]; },
                   [=](index_t i) { return i < 2 * n ? middle[2 * n - 1 - i] : middle[i - 2 * n]; });
    default:
      return write([](index_t) { return T{}; }, [](index_t) { return T{}; });
  }
}

// The elements of a non-empty source, with more at its ends.
template <class T>
buffer<T> extended(const node<T>& source, window_reach more, edge_mode edge) {
  const index_t n = source.size();
  const buffer<T> result = unfilled_buffer<T>(add_index(n, add_index(more.before, more.after)));
  T* const middle = result.data() + more.before;
  read_into(source, 0, n, middle);
  fill_beyond(middle, n, more, edge);
  return result;
}
#define RAVEL_DECLARE(T)                                                                     \
  extern template RAVEL_API void fill_beyond(T* middle, index_t n, window_reach, edge_mode); \
  extern template RAVEL_API buffer<T> extended(const node<T>& source, window_reach, edge_mode);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// Calls f(the first element, their number). Uses the source's memory if it has the elements already.
template <class T, class F>
auto with_extended(const node<T>& source, window_reach more, edge_mode edge, F f) {
  if (const auto& lent = source.memory(); lent.data && lent.step == 1 && more.before == 0 && more.after == 0) {
    return f(static_cast<const T*>(lent.data), source.size());
  }
  const buffer<T> whole = extended(source, more, edge);
  return f(static_cast<const T*>(whole.data()), whole.size());
}

}  // namespace detail
}  // namespace ravel
