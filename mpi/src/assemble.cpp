// SPDX-License-Identifier: BSL-1.0
// The shapes of what is put together.
#include <ravel/base/error.hpp>
#include <ravel/mpi/assemble.hpp>

namespace ravel {
namespace mpi {
namespace detail {

ravel::shape joined_extents(const std::vector<ravel::shape>& parts, index_t axis) {
  index_t length = 0;
  for (const ravel::shape& part : parts) {
    if (part.rank() != parts[0].rank() || with_extent(part, axis, 0) != with_extent(parts[0], axis, 0)) {
      throw shape_error(ravel::detail::text() << "parts of a distributed tensor differ beside axis " << axis << ": "
                                              << ravel::to_string(parts[0]) << " and " << ravel::to_string(part));
    }
    length = ravel::detail::add_index(length, part[axis]);
  }
  return ints(with_extent(parts[0], axis, length));
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
