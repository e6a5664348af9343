// SPDX-License-Identifier: BSL-1.0
// The message of a copy between different sizes.
#include <ravel/base/error.hpp>
#include <ravel/op/copy.hpp>

namespace ravel::detail {

void throw_copy_sizes(index_t source, index_t target) {
  throw shape_error(text() << "cannot copy " << source << " elements to a target of " << target);
}

}  // namespace ravel::detail
