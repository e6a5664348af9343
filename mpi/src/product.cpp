// SPDX-License-Identifier: BSL-1.0
// Shares a product of matrices among ranks. An operand lies where the results that need it are made. If results are cut along an axis that
// the operand lacks, it gets a new axis that is cut in its place, and is stretched along it, so a copy brings each rank its own.
#include <ravel/mpi/product.hpp>

#include <algorithm>
#include <numeric>

namespace ravel {
namespace mpi {
namespace detail {
namespace {

using list = std::vector<index_t>;
using cuts = std::vector<distribution::axis_cut>;
using ravel::detail::parts_of;
using ravel::detail::product_plan;

distribution dealt(const cuts& all) {
  list grid;
  std::vector<distribution> each;
  for (const distribution::axis_cut& c : all) {
    grid.push_back(c.grid);
    each.push_back(c.owners.empty() ? distribution(block_cyclic(c.axis, c.block)) : owners(c.axis, c.owners));
  }
  return on_grid(grid, each);
}

const distribution::axis_cut* cut_along(const cuts& all, index_t axis) {
  const auto found = std::ranges::find(all, axis, &distribution::axis_cut::axis);
  return found == all.end() ? nullptr : &*found;
}

// For each axis of the result, that of an operand; -1 if the operand has none, or is stretched along it.
list axes_of(const ravel::shape& operand, const product_plan& plan, bool is_left) {
  const index_t leading = std::max<index_t>(operand.rank() - 2, 0), batch = plan.batch.rank(), rank = operand.rank();
  list axes;
  for (index_t k = 0; k < batch; ++k) {
    const index_t own = k - (batch - leading);
    axes.push_back(own >= 0 && operand[own] == plan.batch[k] ? own : -1);
  }
  const index_t others = plan.result.rank() - batch;
  if (is_left && rank > 1) axes.push_back(rank - 2);
  while (std::ssize(axes) < batch + others) axes.push_back(-1);
  if (!is_left && rank > 1) axes.back() = rank - 1;
  return axes;
}

// The coordinates in a grid, or the ranks, that have some positions of an axis of the result.
list owners_among(const distribution::axis_cut& c, index_t extent) {
  list all = c.owners;
  if (all.empty()) {
    all.resize(static_cast<std::size_t>(std::min(c.grid, parts_of(extent, c.block))));
    std::iota(all.begin(), all.end(), index_t{0});
    return all;
  }
  std::ranges::sort(all);
  const auto rest = std::ranges::unique(all);
  all.erase(rest.begin(), rest.end());
  return all;
}

// All of an operand, for results of these extents that are cut so. Its axes are cut in the order of those of the result.
product_panel part_for(const ravel::shape& operand, const list& axes, const ravel::shape& result, const cuts& of_result) {
  product_panel part{{}, blocks{}, {}, false, -1, {}, 0, 0};
  cuts own;
  index_t next = 0;
  const auto add_up_to = [&](index_t end) {
    for (; next < end; ++next) part.extents.push_back(operand[next]);
  };
  for (index_t k = 0; k < result.rank(); ++k) {
    const index_t axis = axes[static_cast<std::size_t>(k)];
    add_up_to(axis + 1);
    const distribution::axis_cut* const c = cut_along(of_result, k);
    if (c == nullptr || c->grid == 1) continue;
    own.push_back(*c);
    if (axis < 0) {
      const list ranks = owners_among(*c, result[k]);
      part.new_axes.push_back(std::ssize(part.extents));
      part.extents.push_back(std::ssize(ranks));
      own.back().block = 1;
      if (!c->owners.empty()) own.back().owners = ranks;
    }
    own.back().axis = std::ssize(part.extents) - 1;
  }
  add_up_to(operand.rank());
  part.how = dealt(own);
  return part;
}

ravel::shape with(const ravel::shape& extents, index_t axis, index_t extent) {
  return ravel::shape(ints(with_extent(extents, axis, extent)));
}

}  // namespace

dims product_panel::view(const dims& map) const {
  dims found = map;
  if (axis >= 0) {
    const index_t length = std::ssize(positions), begin = length == 0 ? 0 : positions.front();
    const bool is_range = length == 0 || positions.back() == begin + length - 1;
    found = is_range ? map.slice(axis, begin, length) : map.gather(axis, positions);
  }
  for (const index_t k : new_axes) found = found.new_axis(k);
  return ravel::detail::stretched_map(found, ravel::shape(ints(extents)));
}

product_shares::product_shares(const product_operand& left, const product_operand& right, index_t width, const distribution& wanted,
                               const world& ranks, index_t most_bytes)
    : plan_(ravel::detail::plan_product(left.extents, right.extents)),
      how_(fitting_distribution(wanted, plan_.result).from_front(plan_.result.rank())) {
  if (!has_terms()) return;
  index_t least = -1;
  const auto consider = [&](const distribution& how, index_t bytes_back) {
    const cuts all = how.cuts(plan_.result, ranks.size());
    side l = side_for(left, true, all, ranks), r = side_for(right, false, all, ranks);
    const index_t moved = (left.is_on_all ? 0 : l.bytes) + (right.is_on_all ? 0 : r.bytes) + bytes_back;
    if (least >= 0 && moved >= least) return;
    least = moved, how_ = how, cuts_ = all;
    holds_left_ = l.bytes <= r.bytes;
    held_ = holds_left_ ? l : r;
    other_ = holds_left_ ? r : l;
  };
  const index_t back = parts_of(plan_.result.elements(), ranks.size()) * width;
  consider(how_.cuts_each_axis() ? distribution(how_) : blocks{0}, how_.cuts_each_axis() ? 0 : back);
  for (index_t k = plan_.batch.rank(); k < plan_.result.rank(); ++k) consider(blocks(ints(k)), back);
  cut_into_panels(most_bytes, ranks.size());
}

product_shares::side product_shares::side_for(const product_operand& x, bool is_left, const cuts& all, const world& ranks) const {
  const list axes = axes_of(x.extents, plan_, is_left);
  side found{x, axes, part_for(x.extents, axes, plan_.result, all)};
  if (x.is_on_all) {
    found.all.lies_there = std::ranges::none_of(
        all, [&](const distribution::axis_cut& c) { return c.grid > 1 && axes[static_cast<std::size_t>(c.axis)] >= 0; });
    if (found.all.lies_there) found.all.new_axes.clear();
  }
  if (!found.all.lies_there) {
    const placement at = found.all.how.place(ravel::shape(ints(found.all.extents)), ranks.size(), ranks.rank());
    found.all.lies_there = found.all.new_axes.empty() && x.map != nullptr && at.map == *x.map && at.span == x.span;
    if (!found.all.lies_there) found.bytes = at.span * x.width;
  }
  return found;
}

void product_shares::cut_into_panels(index_t most_bytes, int ranks) {
  if (other_->x.extents.rank() > 1) axis_ = holds_left_ ? plan_.result.rank() - 1 : plan_.batch.rank();
  if (axis_ >= 0) extent_ = plan_.result[axis_];
  const distribution::axis_cut* const c = cut_along(cuts_, axis_);
  if (c != nullptr && c->owners.empty()) extent_ = parts_of(extent_, c->grid * c->block) * c->block;
  if (c != nullptr && !c->owners.empty()) {
    list counts(static_cast<std::size_t>(ranks));
    for (const index_t r : c->owners) ++counts[static_cast<std::size_t>(r)];
    extent_ = *std::ranges::max_element(counts);
  }
  const index_t most = std::max(most_bytes, other_->x.extents.elements() * other_->x.width / ranks / 4);
  length_ = other_->all.lies_there ? extent_ : std::clamp<index_t>(most / std::max<index_t>(other_->bytes / extent_, 1), 1, extent_);
  if (c != nullptr && length_ >= c->block) length_ = length_ / c->block * c->block;
  other_->all.count = extent_;
}

product_panel product_shares::panel(index_t first) const {
  if (length_ >= extent_) return other_->all;
  const index_t n = plan_.result[axis_];
  const distribution::axis_cut* const found = cut_along(cuts_, axis_);
  distribution::axis_cut c = found != nullptr ? *found : distribution::axis_cut{axis_, 1, n, {}};
  index_t count = std::min(length_, extent_ - first);
  list positions, ranks;
  if (!c.owners.empty()) {
    list before(static_cast<std::size_t>(c.grid));
    for (index_t i = 0; i < n; ++i) {
      const index_t rank = c.owners[static_cast<std::size_t>(i)], own = before[static_cast<std::size_t>(rank)]++;
      if (own >= first && own < first + count) positions.push_back(i), ranks.push_back(rank);
    }
    c.owners = ranks;
  } else {  // whole rounds of blocks, or a piece of each block of a round
    const index_t inside = first % c.block;
    if (length_ < c.block) count = std::min(count, c.block - inside);
    const index_t piece = std::min(count, c.block);
    for (index_t round = first / c.block; round * c.block < first + count; ++round) {
      for (index_t r = 0; r < c.grid; ++r) {
        const index_t begin = (round * c.grid + r) * c.block + inside, end = std::min(begin + piece, n);
        for (index_t i = begin; i < end; ++i) positions.push_back(i);
      }
    }
    c.block = piece;
  }
  const index_t axis = other_->axes[static_cast<std::size_t>(axis_)], length = std::ssize(positions);
  cuts all = cuts_;
  for (distribution::axis_cut& one : all) {
    if (one.axis == axis_) one = c;
  }
  product_panel part = part_for(with(other_->x.extents, axis, length), other_->axes, with(plan_.result, axis_, length), all);
  part.axis = axis;
  part.positions = std::move(positions);
  part.first = first;
  part.count = count;
  return part;
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
