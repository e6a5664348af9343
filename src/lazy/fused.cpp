// SPDX-License-Identifier: BSL-1.0
// Checks that operand sizes agree.
#include <ravel/base/error.hpp>
#include <ravel/lazy/fused.hpp>

namespace ravel::detail {

void throw_sizes_differ(index_t a, index_t b) {
  throw shape_error(text() << "operands have " << a << " and " << b << " elements: equal sizes are wanted");
}
void throw_sizes_differ(const char* operation, index_t a, index_t b) {
  throw shape_error(text() << operation << ": operands have " << a << " and " << b << " elements: equal sizes are wanted");
}
index_t agreed_size(index_t a, index_t b) {
  if (a >= 0 && b >= 0 && a != b) throw_sizes_differ(a, b);
  return a >= 0 ? a : b;
}

}  // namespace ravel::detail
