// SPDX-License-Identifier: BSL-1.0
// What is said when a tensor is no mdspan.
#include <ravel/base/error.hpp>
#include <ravel/interop/mdspan.hpp>

namespace ravel::detail {

void throw_no_mdspan(const dims& map, index_t rank) {
  throw layout_error(text() << "to_mdspan of " << to_string(map.shape())
                            << ": its elements are not in memory with a positive stride for each of " << rank << " axes; contiguous(t) is");
}

}  // namespace ravel::detail
