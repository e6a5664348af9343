// SPDX-License-Identifier: BSL-1.0
// Checks of the results of a function over groups.
#include <ravel/base/error.hpp>
#include <ravel/op/keys/group_transform.hpp>

namespace ravel::detail {

void throw_group_size(index_t group, index_t given, index_t size) {
  throw shape_error(text() << "group_transform: the function gave " << counted(given, "value") << " for the " << size << " of group "
                           << group << "; one value, or one for each, is wanted");
}

void throw_group_top(index_t k) {
  throw value_error(text() << "group_top_k: the " << k << " greatest values of each group; k is 0 or more");
}

}  // namespace ravel::detail
