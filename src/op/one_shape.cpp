// SPDX-License-Identifier: BSL-1.0
// The error of operands of different shapes.
#include <ravel/base/error.hpp>
#include <ravel/op/detail/one_shape.hpp>

namespace ravel::detail {

void throw_not_of_one_shape(const char* operation, const shape& a, const shape& b) {
  throw shape_error(
      text() << operation << " of shapes " << to_string(a) << " and " << to_string(b)
             << ": elements are taken in pairs, place by place. Rearrange one, or write flat(t) of both to pair them in order.");
}

}  // namespace ravel::detail
