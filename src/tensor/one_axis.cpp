// SPDX-License-Identifier: BSL-1.0
// The error message for tensors that do not have exactly one axis.
#include <ravel/base/error.hpp>
#include <ravel/tensor/one_axis.hpp>

namespace ravel::detail {

void check_one_axis(const char* operation, const char* named, const shape& of) {
  if (of.rank() == 1) return;
  throw shape_error(text() << operation << " along which axis of shape " << to_string(of) << "? Write " << named << ", or " << operation
                           << " of flat(t)");
}

}  // namespace ravel::detail
