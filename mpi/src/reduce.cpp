// SPDX-License-Identifier: BSL-1.0
// How reductions cut lines and order axes.
#include <ravel/base/error.hpp>
#include <ravel/mpi/reduce.hpp>

namespace ravel {
namespace mpi {
namespace detail {

// At least four parts for each rank, if there are that many elements, and parts of 64 chunks at most, which fit a cache.
line_cut cut_line(index_t length, int ranks) {
  constexpr index_t chunk = 256, most = 16384;
  index_t part = most;
  while (part > chunk && part * ranks * 4 > length) part /= 2;
  const index_t parts_of_rank = ravel::detail::parts_of(ravel::detail::parts_of(length, part), ranks);
  return {part, std::max<index_t>(parts_of_rank, 1) * part};
}

void check_vectors(const ravel::shape& a, const ravel::shape& b) {
  if (a.rank() == 1 && a == b) return;
  throw shape_error(ravel::detail::text() << "dot of distributed tensors takes two vectors of one length, not " << ravel::to_string(a)
                                          << " and " << ravel::to_string(b));
}

axes_to_end::axes_to_end(const ravel::shape& extents, const ints& axes) {
  std::vector<bool> goes(static_cast<std::size_t>(extents.rank()), false);
  for (const index_t a : ravel::detail::worked_axes(axes, extents.rank())) goes[static_cast<std::size_t>(a)] = true;
  for (index_t k = 0; k < extents.rank(); ++k) {
    if (goes[static_cast<std::size_t>(k)]) continue;
    order.push_back(k);
    kept.push_back(extents[k]);
  }
  for (index_t k = 0; k < extents.rank(); ++k) {
    if (!goes[static_cast<std::size_t>(k)]) continue;
    last.push_back(static_cast<index_t>(order.size()));
    order.push_back(k);
    length.push_back(extents[k]);
  }
}

ravel::shape axes_to_end::extents_of_lines(const ravel::shape& results) const {
  std::vector<index_t> all(results.begin(), results.end());
  all.insert(all.end(), length.begin(), length.end());
  return ints(all);
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
