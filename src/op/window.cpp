// SPDX-License-Identifier: BSL-1.0
// How windows reach and what stands beyond the ends.
#include <ravel/base/error.hpp>
#include <ravel/op/window.hpp>

#include <algorithm>

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

index_t place_at_edge(index_t i, index_t n, edge_mode edge) {
  switch (edge) {
    case edge_mode::clamp:
      return std::clamp<index_t>(i, 0, n - 1);
    case edge_mode::wrap:
      return floor_mod(i, n);
    case edge_mode::reflect: {
      const index_t place = floor_mod(i, 2 * n);
      return place < n ? place : 2 * n - 1 - place;
    }
    default:
      return i < 0 || i >= n ? -1 : i;
  }
}

}  // namespace ravel::detail
