// SPDX-License-Identifier: BSL-1.0
// The message for keys that do not fit an axis.
#include <ravel/base/error.hpp>
#include <ravel/tensor/by_keys.hpp>

namespace ravel::detail {

void throw_keys_of_axis(const char* operation, index_t keys, index_t axis, const shape& of) {
  throw shape_error(text() << operation << ": " << keys << " keys for axis " << axis << " of shape " << to_string(of) << ", which has "
                           << of[axis] << " places");
}

}  // namespace ravel::detail
