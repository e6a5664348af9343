// SPDX-License-Identifier: BSL-1.0
// The message for operands that do not fit each other.
#include <ravel/base/error.hpp>
#include <ravel/lazy/fused.hpp>

namespace ravel::detail {

void throw_sizes_differ(index_t a, index_t b) {
  throw shape_error(text() << "operands have " << a << " and " << b << " elements: elementwise functions want equal sizes");
}

}  // namespace ravel::detail
