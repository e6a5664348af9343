// SPDX-License-Identifier: BSL-1.0
// How reductions cut lines.
#include <ravel/base/error.hpp>
#include <ravel/mpi/reduce.hpp>

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

void check_vectors(const ravel::shape& a, const ravel::shape& b) {
  if (a.rank() == 1 && a == b) return;
  throw shape_error(ravel::detail::text() << "dot of distributed tensors takes two vectors of one length, not " << ravel::to_string(a)
                                          << " and " << ravel::to_string(b));
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
