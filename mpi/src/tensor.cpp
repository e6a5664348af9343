// SPDX-License-Identifier: BSL-1.0
// The parts of distributed tensors that know no elements.
#include <ravel/base/error.hpp>
#include <ravel/mpi/collect.hpp>

#include <algorithm>
#include <iostream>

namespace ravel {
namespace mpi {
namespace detail {

void throw_no_box() { throw layout_error("this is a view of a distributed tensor, and its part on this rank is no box: clone it first"); }

distribution fitting_distribution(const distribution& how, const ravel::shape& extents) {
  const ints axes = how.axes();
  const bool fits = std::all_of(axes.begin(), axes.end(), [&](index_t a) { return a < extents.rank() && -a <= extents.rank(); });
  if (fits) return how;
  return extents.rank() == 0 ? blocks(ints(std::span<const index_t>())) : blocks{0};
}

placement placed_on(const world& ranks, const ravel::shape& extents, index_t rank) {
  if (rank < 0 || rank >= ranks.size()) {
    throw index_error(ravel::detail::text() << "there is no rank " << rank << " among " << ranks.size() << " ranks");
  }
  const index_t span = std::max<index_t>(extents.elements(), 1);
  const dims here = dims::row_major(extents);
  if (extents.elements() == 0 || rank == 0) return {here, span, here, here};
  std::vector<index_t> strides(static_cast<std::size_t>(extents.rank()), 1);
  for (index_t k = extents.rank(); k-- > 1;) strides[static_cast<std::size_t>(k - 1)] = strides[static_cast<std::size_t>(k)] * extents[k];
  return {dims::strided(extents, strides, rank * span), span, here, here};
}

std::ostream& standard_output() { return std::cout; }

std::string one_line(const world& ranks, std::string_view type, const ravel::shape& extents, const distribution& how) {
  return ravel::detail::text() << type << ravel::to_string(extents) << ", " << how.description() << ", rank " << ranks.rank() << " of "
                               << ranks.size();
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
