// SPDX-License-Identifier: BSL-1.0
// The error message for ragged nested lists.
#include <ravel/base/error.hpp>
#include <ravel/tensor/nested.hpp>

namespace ravel::detail {

void throw_ragged(index_t axis, std::span<const index_t> extents) {
  throw shape_error(text() << "the nested list is ragged: its first elements give the shape " << list_text(extents)
                           << ", another one differs at depth " << axis);
}

}  // namespace ravel::detail
