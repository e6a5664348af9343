// SPDX-License-Identifier: BSL-1.0
// Finds where lines along axes are whole, where their results lie, and which rows of an axis are borders of which rank.
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

namespace {

using ranges = std::vector<distribution::range>;
using rows = border_plan::rows;

index_t floor_to(index_t i, index_t step) { return (i >= 0 ? i / step : -((step - 1 - i) / step)) * step; }

struct part_of_line {
  index_t first, end;
};

// The rows that some results need. Near an end of the line there are enough of them that the verb sees the end as it is.
part_of_line needed(const border& near, const distribution::range& results, index_t n) {
  const index_t first = results.first * near.step - near.width, end = (results.end - 1) * near.step + 1 + near.width;
  if (near.wraps) return {floor_to(first, near.segment), end};
  return {std::max<index_t>(floor_to(std::min(first, n - 1 - near.width), near.segment), 0), std::min(std::max(end, near.width + 1), n)};
}

// The owners of rows one after the other. Behind the last row is the first.
std::vector<rows> owners_of(const part_of_line& part, const ranges& all, index_t n) {
  std::vector<rows> found;
  for (index_t i = part.first; i < part.end;) {
    const index_t at = i - floor_to(i, n);
    const auto owner = std::ranges::upper_bound(all, at, {}, &distribution::range::end);
    found.push_back({owner->rank, at, std::min(owner->end - at, part.end - i)});
    i += found.back().count;
  }
  return found;
}

}  // namespace

std::optional<border_plan> border_plan::make(const border& near, const distribution& how, const ravel::shape& extents, index_t axis,
                                             const world& ranks) {
  const index_t n = extents[axis];
  if (extents.elements() == 0 || near.width < 0 || near.width >= n || !how.fits(extents)) return std::nullopt;
  std::vector<index_t> made(extents.begin(), extents.end());
  made[static_cast<std::size_t>(axis)] = ravel::detail::parts_of(n - near.fewer, near.step);
  const ravel::shape of_results{ints(made)};
  if (!how.fits(of_results)) return std::nullopt;
  const auto own = how.ranges(extents, axis, ranks.size(), ranks.rank()),
             own_results = how.ranges(of_results, axis, ranks.size(), ranks.rank());
  if (!own || !own_results || std::max(near.width, near.segment - 1) > n / std::ssize(*own)) {
    return std::nullopt;  // lines would be as short as borders
  }
  border_plan plan;
  plan.width_ = near.width;
  plan.results_ = of_results[axis];
  for (std::size_t k = 0; k < own->size(); ++k) {
    const distribution::range& results = (*own_results)[k];
    if (results.first == results.end) continue;
    const part_of_line part = needed(near, results, n);
    const auto owners = owners_of(part, *own, n);
    if (results.rank == ranks.rank()) {
      plan.made_ = results.end - results.first;
      plan.dropped_ = results.first - part.first / near.step;
      plan.come_ = owners;
      continue;
    }
    for (const rows& r : owners) {
      if (r.rank == ranks.rank()) plan.go_.push_back({results.rank, r.first, r.count});
    }
  }
  for (const auto& r : *own) {
    if (r.rank == ranks.rank()) plan.first_ = r.first;
  }
  return plan;
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
