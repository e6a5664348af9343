// SPDX-License-Identifier: BSL-1.0
// The reach of windows, and the extended ends for the closed set.
#include <ravel/base/error.hpp>
#include <ravel/op/windows/window.hpp>

namespace ravel::detail {

void check_width(const char* operation, index_t width) {
  if (width <= 0) throw value_error(text() << operation << " over windows of " << width << " elements: there must be at least 1");
  check_size(width, "width");
}

window_reach reach_of(index_t width, window_position position) {
  switch (position) {
    case window_position::left:
      return {width - 1, 0};
    case window_position::right:
      return {0, width - 1};
    default:
      return {width / 2, width - 1 - width / 2};
  }
}

#define RAVEL_INSTANTIATE(T)                                                 \
  template RAVEL_API void fill_beyond(T*, index_t, window_reach, edge_mode); \
  template RAVEL_API buffer<T> extended(const node<T>&, window_reach, edge_mode);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
