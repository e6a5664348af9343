// SPDX-License-Identifier: BSL-1.0
// How reductions and running results cut lines, and what they refuse.
#include <ravel/base/error.hpp>
#include <ravel/mpi/scan.hpp>

#include <algorithm>

namespace ravel {
namespace mpi {
namespace detail {

// At least four parts for each rank, if there are that many elements, and parts of 64 chunks at most, which fit a cache.
line_cut cut_line(index_t length, int ranks, index_t least_part) {
  index_t part = 16384;
  while (part > least_part && part * ranks * 4 > length) part /= 2;
  const index_t parts_of_rank = ravel::detail::parts_of(ravel::detail::parts_of(length, part), ranks);
  return {part, std::max<index_t>(parts_of_rank, 1) * part};
}

void check_columns(const char* operation, const ravel::shape& a, const ravel::shape& b) {
  if (a.rank() == 1 && a == b) return;
  throw shape_error(ravel::detail::text() << operation << " takes distributed vectors of one length, not " << ravel::to_string(a) << " and "
                                          << ravel::to_string(b));
}

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
