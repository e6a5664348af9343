// SPDX-License-Identifier: BSL-1.0
// The message for a tensor that a result does not fit.
#include <ravel/base/error.hpp>
#include <ravel/tensor/into.hpp>

namespace ravel::detail {

void check_into(const shape& target, const shape& result) {
  if (target == result) return;
  throw shape_error(text() << "into{t}: the result has shape " << to_string(result) << ", and t has shape " << to_string(target));
}

}  // namespace ravel::detail
