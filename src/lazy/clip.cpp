// SPDX-License-Identifier: BSL-1.0
// The error message for bounds that cross.
#include <ravel/lazy/clip.hpp>

namespace ravel::detail {

void throw_crossed_bounds(const text& low, const text& high) {
  const std::string& lower = low;
  const std::string& upper = high;
  throw value_error(text() << "cannot clip to [" << lower << ", " << upper << "]: the lower bound must not be above the upper one");
}

}  // namespace ravel::detail
