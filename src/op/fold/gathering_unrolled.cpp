// SPDX-License-Identifier: BSL-1.0
// The loops over very short lines, such as pixels and points, which are fully unrolled.
#include "op/fold/gathering.hpp"

namespace ravel::detail {

namespace {

// Partial result `Lane` of a line, after all from 2 * Width on were joined to those before them.
template <class Fold, index_t Inner, index_t Lane, index_t Width, class T>
[[gnu::always_inline]] inline typename Fold::state joined_lane(const T* line) {
  if constexpr (Width >= Inner) {
    return first_of<Fold>(line[Lane]);
  } else if constexpr (Lane < std::min(Width, Inner - Width)) {
    return Fold::joined(joined_lane<Fold, Inner, Lane, 2 * Width>(line), joined_lane<Fold, Inner, Lane + Width, 2 * Width>(line));
  } else {
    return joined_lane<Fold, Inner, Lane, 2 * Width>(line);
  }
}
template <class Fold, index_t Inner, class T>
[[gnu::always_inline]] inline typename Fold::state short_result(const T* line) {
  if constexpr (in_chunks<Fold>) {
    return joined_lane<Fold, Inner, 0, 1>(line);
  } else if constexpr (Inner == 1) {
    return Fold::first(*line);
  } else {
    return Fold::next(short_result<Fold, Inner - 1>(line), line[Inner - 1]);
  }
}
template <index_t Inner, class Fold, class T>
[[gnu::always_inline]] inline void go_along_unrolled(Fold how, const T* data, index_t inner, index_t count,
                                                     typename Fold::state* __restrict out) {
  if constexpr (Inner > 0) {
    if (inner != Inner) return go_along_unrolled<Inner - 1>(how, data, inner, count, out);
    for (index_t line = 0; line < count; ++line) out[line] = short_result<Fold, Inner>(data + line * Inner);
  }
}

}  // namespace

// A kernel is private; else its choice between instruction sets would be visible outside of the library.
#define RAVEL_GATHER_UNROLLED(Fold, State, T)                                                           \
  namespace {                                                                                           \
  RAVEL_KERNEL_V3 void go_unrolled(Fold how, const T* data, index_t inner, index_t count, State* out) { \
    go_along_unrolled<unrolled<T>>(how, data, inner, count, out);                                       \
  }                                                                                                     \
  }                                                                                                     \
  void gather_unrolled(Fold how, const T* data, index_t inner, index_t count, State* out) { go_unrolled(how, data, inner, count, out); }
#define RAVEL_UNROLLED_SUM(T) RAVEL_GATHER_UNROLLED(real_sum<T>, double, T)
#define RAVEL_UNROLLED_NARROW_SUM(T) RAVEL_GATHER_UNROLLED(narrow_sum<T>, std::int64_t, T)
#define RAVEL_UNROLLED_EXTREMES(T)         \
  RAVEL_GATHER_UNROLLED(least_of<T>, T, T) \
  RAVEL_GATHER_UNROLLED(greatest_of<T>, T, T)
RAVEL_FOR_EACH_REAL(RAVEL_UNROLLED_SUM)
RAVEL_FOR_EACH_NARROW_INTEGER(RAVEL_UNROLLED_NARROW_SUM)
RAVEL_FOR_EACH_ORDERED(RAVEL_UNROLLED_EXTREMES)

}  // namespace ravel::detail
