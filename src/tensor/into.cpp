// SPDX-License-Identifier: BSL-1.0
// The error message for a target that the result does not fit.
#include <ravel/base/error.hpp>
#include <ravel/tensor/into.hpp>

#include <algorithm>

namespace ravel::detail {

void check_into(const shape& target, const shape& made, const axis_list& order) {
  axis_list extents(made.begin(), made.end());
  for (std::size_t k = 0; k < order.size(); ++k) extents[static_cast<std::size_t>(order[k])] = made[static_cast<index_t>(k)];
  if (std::equal(target.begin(), target.end(), extents.begin(), extents.end())) return;
  throw shape_error(text() << "into{t}: the result has shape " << to_string(shape(ints(as_span(extents)))) << ", and t has shape "
                           << to_string(target));
}

}  // namespace ravel::detail
