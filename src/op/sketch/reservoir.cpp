// SPDX-License-Identifier: BSL-1.0
// Checks of the capacity.
#include <ravel/base/error.hpp>
#include <ravel/op/sketch/reservoir.hpp>

namespace ravel::detail {

index_t reservoir_capacity(index_t capacity) {
  if (capacity < 0) throw value_error(text() << "reservoir of " << capacity << " elements: it must not be negative");
  return capacity;
}

}  // namespace ravel::detail
