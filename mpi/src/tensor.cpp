// SPDX-License-Identifier: BSL-1.0
// The parts of distributed tensors that know no elements, and copies under way.
#include <ravel/base/error.hpp>
#include <ravel/mpi/copy.hpp>
#include <ravel/mpi/detail/world_state.hpp>
#include <ravel/mpi/make.hpp>

#include <algorithm>
#include <iostream>

namespace ravel {
namespace mpi {
namespace detail {

std::optional<placement> box_of(const world& ranks, const dims& map, index_t span, const distribution& how) {
  if (!how.fits(map.shape())) return std::nullopt;
  placement at = how.place(map.shape(), ranks.size(), ranks.rank());
  if (at.map != map || at.span != span) return std::nullopt;
  return at;
}

void throw_no_box(const world& ranks, const dims& map, const distribution& how) {
  throw layout_error(ravel::detail::text() << "the view " << ravel::to_string(map) << " of a tensor in " << how.description()
                                           << " has no box on rank " << ranks.rank() << ": clone it first");
}

distribution fitting_distribution(const distribution& how, const ravel::shape& extents) {
  if (how.fits(extents)) return how;
  return extents.rank() == 0 ? blocks(ints(std::span<const index_t>())) : blocks{0};
}

std::vector<index_t> with_extent(const ravel::shape& of, index_t axis, index_t extent) {
  std::vector<index_t> extents(of.begin(), of.end());
  extents.at(static_cast<std::size_t>(axis)) = extent;
  return extents;
}

placement placed_on(const world& ranks, const ravel::shape& extents, index_t rank) {
  if (rank < 0 || rank >= ranks.size()) {
    throw index_error(ravel::detail::text() << "there is no rank " << rank << " among " << ranks.size() << " ranks");
  }
  const index_t span = std::max<index_t>(extents.elements(), 1);
  const dims here = dims::row_major(extents);
  std::vector<index_t> on_all{ranks.size()};
  on_all.insert(on_all.end(), extents.begin(), extents.end());
  return {dims::row_major(on_all).select(0, rank), span, here, here};
}

std::ostream& standard_output() { return std::cout; }

std::string one_line(const world& ranks, std::string_view type, const dims& map, index_t span, const distribution& how) {
  return ravel::detail::text() << type << ravel::to_string(map.shape()) << (box_of(ranks, map, span, how) ? ", " : ", a view of ")
                               << how.description() << ", rank " << ranks.rank() << " of " << ranks.size();
}

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

void started_copy::wait() const {
  if (!work_->is_complete) ranks_.state().complete_started();
  if (work_->failed) std::rethrow_exception(work_->failed);
}
bool started_copy::done() const { return work_->is_complete || work_->has_arrived(); }

}  // namespace mpi
}  // namespace ravel
