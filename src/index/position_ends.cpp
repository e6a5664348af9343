// SPDX-License-Identifier: BSL-1.0
// Finds the least and the greatest of some positions. A kernel is compiled for speed in every build, so it has a file of its own.
#include "index/position_ends.hpp"
#include <ravel/base/config.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

RAVEL_KERNEL position_ends find_ends(const index_t* list, index_t count) {
  index_t min = list[0], max = list[0];
  for (index_t i = 1; i < count; ++i) {
    min = std::min(min, list[i]);
    max = std::max(max, list[i]);
  }
  return {min, max};
}

}  // namespace

position_ends ends_of(const index_t* list, index_t count) { return find_ends(list, count); }

}  // namespace ravel::detail
