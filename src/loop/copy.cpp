// SPDX-License-Identifier: BSL-1.0
// Copies between nodes of the closed set of element types, and the error message for different sizes.
#include <ravel/base/detail/counted.hpp>
#include <ravel/base/error.hpp>
#include <ravel/loop/copy.hpp>

namespace ravel::detail {

void throw_copy_sizes(index_t source, index_t target) {
  throw shape_error(text() << "cannot copy " << counted(source, "element") << " to a target of " << target);
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API void copy_nodes(const node<T>&, const node<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
