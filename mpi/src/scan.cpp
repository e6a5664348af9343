// SPDX-License-Identifier: BSL-1.0
// How running results cut a vector.
#include <ravel/base/error.hpp>
#include <ravel/mpi/scan.hpp>

#include <algorithm>

namespace ravel {
namespace mpi {
namespace detail {

void check_vector(const char* operation, const ravel::shape& extents) {
  if (extents.rank() == 1) return;
  throw shape_error(ravel::detail::text() << operation << " of a distributed tensor without an axis takes a vector, not "
                                          << ravel::to_string(extents) << ": write flat(x) for all elements in row-major order");
}

index_t running_span(index_t length, int ranks) {
  constexpr index_t chunk = ravel::detail::running_chunk;
  return std::max<index_t>(ravel::detail::parts_of(ravel::detail::parts_of(length, chunk), ranks), 1) * chunk;
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
