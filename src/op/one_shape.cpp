// SPDX-License-Identifier: BSL-1.0
// The errors of operands of different shapes, and of lists with several axes.
#include <ravel/base/error.hpp>
#include <ravel/op/detail/one_shape.hpp>

namespace ravel::detail {

void throw_not_of_one_shape(const char* operation, const shape& a, const shape& b) {
  throw shape_error(
      text() << operation << " of shapes " << to_string(a) << " and " << to_string(b)
             << ": elements are taken in pairs, place by place. Rearrange one, or write flat(t) of both to pair them in order.");
}

void throw_no_list(const char* operation, const char* elements, const shape& of) {
  throw shape_error(text() << operation << " takes a list of " << elements << ", which has rank 1. This one has rank " << of.rank()
                           << " and shape " << to_string(of) << ": write flat(t) to list all of its elements");
}

}  // namespace ravel::detail
