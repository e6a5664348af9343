// SPDX-License-Identifier: BSL-1.0
// What is said when a tensor is no mdspan.
#include <ravel/base/error.hpp>
#include <ravel/interop/mdspan.hpp>

namespace ravel::detail {

void throw_no_mdspan(const dims& map, index_t rank) {
  throw layout_error(
      text() << "to_mdspan of " << to_string(map.shape()) << ": no mdspan of this type and " << rank
             << " axes shows its elements: extents must agree, and elements stand in memory with positive strides as the layout has them, "
                "as those of contiguous(t)");
}

}  // namespace ravel::detail
