// SPDX-License-Identifier: BSL-1.0
// Error messages for masks of the wrong size, and for masks that change.
#include <ravel/base/error.hpp>
#include <ravel/op/search/filter.hpp>

namespace ravel::detail {

void throw_mask_changed() { throw value_error("compress reads its mask twice, and the mask had changed: clone() it first"); }

void check_line_mask(index_t mask, const shape& of, index_t axis) {
  if (const index_t extent = of[check_axis(axis, of.rank())]; mask != extent)
    throw shape_error(text() << "a mask of " << counted(mask, "element") << " does not fit axis " << axis << " of " << to_string(of));
}

}  // namespace ravel::detail
