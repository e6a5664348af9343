// SPDX-License-Identifier: BSL-1.0
// The message for a mask that does not stay what it is.
#include <ravel/base/error.hpp>
#include <ravel/op/search/filter.hpp>

namespace ravel::detail {

void throw_mask_changed() { throw value_error("compress reads its mask twice, and the mask had changed: clone() it first"); }

}  // namespace ravel::detail
