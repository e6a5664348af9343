// SPDX-License-Identifier: BSL-1.0
// Where lines along axes are whole, and where what is made of them lies.
#include <ravel/base/error.hpp>
#include <ravel/mpi/detail/by_lines.hpp>

#include <algorithm>

namespace ravel {
namespace mpi {
namespace detail {
namespace {

bool is_among(const std::vector<index_t>& axes, index_t axis) { return std::ranges::find(axes, axis) != axes.end(); }

}  // namespace

distribution whole_along(const distribution& how, const ravel::shape& extents, const std::vector<index_t>& axes) {
  if (how.fits(extents) && std::ranges::none_of(how.axes(), [&](index_t a) { return is_among(axes, a); })) return how;
  index_t longest = -1;
  for (index_t k = 0; k < extents.rank(); ++k) {
    if (!is_among(axes, k) && (longest < 0 || extents[k] > extents[longest])) longest = k;
  }
  return longest < 0 ? blocks(ints(std::span<const index_t>())) : blocks(ints(longest));
}

lines_made::lines_made(const ravel::shape& lines, const distribution& lie, const std::vector<index_t>& axes,
                       const std::vector<index_t>& said)
    : how(lie) {
  const index_t rank = said.at(0);
  const bool are_gone = rank != lines.rank();
  for (index_t k = 0, k_made = 0; k < lines.rank(); ++k) {
    const bool is_worked = is_among(axes, k);
    if (is_worked && are_gone) continue;
    ++k_made;
    extents.push_back(is_worked ? said[static_cast<std::size_t>(k_made)] : lines[k]);
  }
  if (rank != static_cast<index_t>(extents.size())) {
    throw shape_error(ravel::detail::text() << "lines of a distributed tensor of rank " << lines.rank() << " along "
                                            << ravel::detail::list_text(axes) << " cannot become a tensor of rank " << rank);
  }
  if (are_gone) how = lie.without(axes);
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
