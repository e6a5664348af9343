// SPDX-License-Identifier: BSL-1.0
// A distribution gives each axis three digits: cycle, rank and place in the block. Local memory is the row-major box of cycles and places;
// the ranks of the grid stand a span apart.
#include <ravel/base/error.hpp>
#include <ravel/mpi/distribution.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace ravel {
namespace mpi {
namespace {

using list = std::vector<index_t>;
using ravel::detail::parts_of;
using ravel::detail::text;

// The prime factors of the number of ranks, the largest first, each to the axis that has the smallest extent so far.
list near_square(index_t ranks, index_t axes) {
  list factors, grid(static_cast<std::size_t>(axes), 1);
  for (index_t p = 2; ranks > 1; ++p) {
    for (; ranks % p == 0; ranks /= p) factors.push_back(p);
  }
  for (auto f = factors.rbegin(); f != factors.rend() && axes > 0; ++f) *std::min_element(grid.begin(), grid.end()) *= *f;
  return grid;
}

// One axis: its extent n is dealt out to `grid` ranks in blocks, over `cycles` rounds.
struct cut_axis {
  index_t extent;
  index_t grid = 1;
  index_t block = 0;
  index_t cycles = 1;

  index_t allocated() const { return block * cycles; }
  // The number of elements of a rank's coordinate. They are the first of its local ones.
  index_t own(index_t coordinate) const {
    const index_t round = grid * block, whole = extent / round, rest = extent % round - coordinate * block;
    return whole * block + std::clamp<index_t>(rest, 0, block);
  }
};

// Each axis counted from the front, and named once.
list axes_from_front(const ints& axes, index_t rank) {
  list all;
  for (const index_t a : axes) {
    const index_t axis = ravel::detail::check_axis(a, rank);
    if (std::ranges::find(all, axis) != all.end()) throw value_error(text() << "a distribution names axis " << axis << " twice");
    all.push_back(axis);
  }
  return all;
}

// What is strided by digits, as axes of their padded extents, and then the leading part of each.
dims leading(const list& extents, const list& strides, index_t base, const list& padded, const list& kept) {
  dims map = dims::strided(extents, strides, base).reshape(padded);
  for (std::size_t k = 0; k < kept.size(); ++k) map = map.slice(static_cast<index_t>(k), 0, kept[k]);
  return map;
}

list product_of_later(const list& extents) {
  list products(extents.size(), 1);
  for (std::size_t k = extents.size(); k-- > 1;) products[k - 1] = products[k] * extents[k];
  return products;
}

placement placed(const std::vector<cut_axis>& axes, index_t rank) {
  list extents, grid, allocated;
  for (const cut_axis& a : axes) {
    extents.push_back(a.extent);
    grid.push_back(a.grid);
    allocated.push_back(a.allocated());
  }
  const shape whole{ints(extents)}, room{ints(allocated)};
  const list in_whole = product_of_later(extents), in_grid = product_of_later(grid), in_room = product_of_later(allocated);
  const index_t span = room.elements();
  const index_t used = shape(ints(grid)).elements();
  if (axes.empty() && rank > 0) return {dims(), 1, dims::row_major({0}), dims::row_major({0})};  // a shape without axes has an element
  list digits, strides, padded, own, local_digits, local_strides;
  index_t base = 0;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const cut_axis& a = axes[k];
    const index_t coordinate = rank / in_grid[k] % a.grid;
    digits.insert(digits.end(), {a.cycles, a.grid, a.block});
    strides.insert(strides.end(), {a.block * in_room[k], in_grid[k] * span, in_room[k]});
    padded.push_back(a.cycles * a.grid * a.block);
    own.push_back(rank < used ? a.own(coordinate) : 0);
    local_digits.insert(local_digits.end(), {a.cycles, a.block});
    local_strides.insert(local_strides.end(), {a.grid * a.block * in_whole[k], in_whole[k]});
    base += coordinate * a.block * in_whole[k];
  }
  return {leading(digits, strides, 0, padded, extents), std::max<index_t>(span, 1), dims::row_major(own, allocated),
          leading(local_digits, local_strides, rank < used ? base : 0, allocated, own)};
}

std::vector<cut_axis> cut_all(const shape& extents, const list& axes, const ints& blocks, const list& grid) {
  std::vector<cut_axis> cut;
  for (const index_t n : extents) cut.push_back({n, 1, n, 1});
  for (std::size_t i = 0; i < axes.size(); ++i) {
    cut_axis& a = cut[static_cast<std::size_t>(axes[i])];
    const index_t length = blocks[static_cast<index_t>(i)];
    a.grid = grid[i];
    a.block = length == 0 ? parts_of(a.extent, a.grid) : std::min(length, a.extent);
    a.cycles = parts_of(a.extent, a.grid * a.block);
  }
  return cut;
}

ints as_many(index_t value, const ints& axes) { return list(static_cast<std::size_t>(axes.size()), value); }

}  // namespace

distribution::distribution(const ints& axes, const ints& block_lengths, const ints& grid)
    : axes_(axes), blocks_(block_lengths), grid_(grid) {
  if (blocks_.size() != axes_.size()) {
    throw value_error(text() << "a distribution needs one block length for each axis: " << axes_.size() << " axes and " << blocks_.size()
                             << " lengths");
  }
  if (!grid_.empty() && grid_.size() != axes_.size()) {
    throw value_error(text() << "a grid needs one extent for each axis that is cut: " << axes_.size() << " axes and " << grid_.size()
                             << " extents");
  }
  for (const index_t b : blocks_) {
    if (b < 0) throw value_error(text() << "a block has at least one element, not " << b);
  }
  for (const index_t g : grid_) {
    if (g < 1) throw value_error(text() << "a grid has at least one rank on each axis, not " << g);
  }
}

distribution::distribution(index_arg axis, list_of what, const ints& list)
    : axes_(index_t{axis}), blocks_(0), grid_(std::initializer_list<index_arg>()), listed_(what), list_(list.begin(), list.end()) {}

list distribution::grid_of(index_t ranks) const {
  return grid_.empty() ? near_square(ranks, axes_.size()) : list(grid_.begin(), grid_.end());
}

placement distribution::place(const shape& extents, int ranks, int rank) const {
  if (listed_ != list_of::nothing) return place_listed(extents, ranks, rank);
  const list axes = axes_from_front(axes_, extents.rank());
  const list grid = grid_of(ranks);
  const index_t used = shape(ints(grid)).elements();
  if (used > ranks)
    throw value_error(text() << "a grid of " << ravel::detail::list_text(grid) << " needs " << used << " ranks, not " << ranks);
  if (extents.elements() == 0) {
    const dims none = dims::row_major(extents);
    return {none, 1, none, none};
  }
  return placed(cut_all(extents, axes, blocks_, grid), rank);
}

void distribution::check_list(const shape& extents, int ranks) const {
  const index_t axis = ravel::detail::check_axis(axes_[0], extents.rank()), n = extents[axis];
  const auto length = static_cast<index_t>(list_.size());
  const bool by_owner = listed_ == list_of::owners;
  if (!by_owner && length > ranks) throw value_error(text() << "counts for " << length << " ranks, of which there are " << ranks);
  index_t total = by_owner ? length : 0;
  for (const index_t x : list_) {
    if (x < 0 || (by_owner && x >= ranks)) {
      throw value_error(text() << (by_owner ? "an owner is one of " : "a count of positions on one of ") << ranks << " ranks"
                               << (by_owner ? ", not rank " : " is not ") << x);
    }
    if (!by_owner) total = ravel::detail::add_index(total, x);
  }
  if (total != n) {
    throw value_error(text() << (by_owner ? "owners" : "counts") << " of " << total << " positions do not fit axis " << axis << " of "
                             << ravel::to_string(extents));
  }
}

list distribution::listed_owners() const {
  if (listed_ == list_of::owners) return list_;
  list owner;
  for (std::size_t r = 0; r < list_.size(); ++r) owner.insert(owner.end(), static_cast<std::size_t>(list_[r]), static_cast<index_t>(r));
  return owner;
}

// Along the axis there is room for the longest part on each rank; the positions take the places that are used.
placement distribution::place_listed(const shape& extents, int ranks, int rank) const {
  check_list(extents, ranks);
  const index_t axis = ravel::detail::check_axis(axes_[0], extents.rank());
  if (extents.elements() == 0) {
    const dims none = dims::row_major(extents);
    return {none, 1, none, none};
  }
  const list owner = listed_owners();
  list used(static_cast<std::size_t>(ranks), 0), places, mine;
  for (const index_t r : owner) places.push_back(used[static_cast<std::size_t>(r)]++);
  const index_t room = *std::ranges::max_element(used);
  for (std::size_t i = 0; i < owner.size(); ++i) {
    if (owner[i] == rank) mine.push_back(static_cast<index_t>(i));
    places[i] += owner[i] * room;
  }
  const auto k = static_cast<std::size_t>(axis);
  list whole(extents.begin(), extents.end()), allocated = whole, on_all = whole;
  allocated[k] = room;
  on_all[k] = ranks * room;
  const list in_room = product_of_later(allocated);
  const index_t span = shape(ints(allocated)).elements();
  list digits, strides;
  for (std::size_t a = 0; a < whole.size(); ++a) {
    if (a == k) digits.push_back(ranks), strides.push_back(span);
    digits.push_back(allocated[a]), strides.push_back(in_room[a]);
  }
  list own = whole;
  own[k] = static_cast<index_t>(mine.size());
  return {dims::strided(digits, strides).reshape(on_all).gather(axis, places), span, dims::row_major(own, allocated),
          dims::row_major(whole).gather(axis, mine)};
}

std::optional<std::vector<distribution::range>> distribution::ranges(const shape& extents, index_arg along, int ranks, int rank) const {
  const index_t axis = ravel::detail::check_axis(along, extents.rank());
  std::vector<range> all;
  if (listed_ != list_of::nothing) {
    if (listed_ == list_of::owners || ravel::detail::check_axis(axes_[0], extents.rank()) != axis) return std::nullopt;
    index_t first = 0;
    for (const index_t n : list_) {
      all.push_back({static_cast<int>(all.size()), first, first + n});
      first += n;
    }
    return all;
  }
  const list axes = axes_from_front(axes_, extents.rank());
  const std::vector<cut_axis> cut = cut_all(extents, axes, blocks_, grid_of(ranks));
  const cut_axis& a = cut[static_cast<std::size_t>(axis)];
  if (a.cycles > 1) return std::nullopt;
  list grid;
  for (const cut_axis& c : cut) grid.push_back(c.grid);
  const index_t apart = product_of_later(grid)[static_cast<std::size_t>(axis)];
  const index_t place = rank < shape(ints(grid)).elements() ? rank : 0;  // beyond the grid: of rank 0
  const index_t before = place / apart % a.grid * apart;
  for (index_t c = 0; c < a.grid; ++c) {
    const index_t first = std::min(c * a.block, a.extent);
    all.push_back({static_cast<int>(place - before + c * apart), first, first + a.own(c)});
  }
  return all;
}

std::vector<distribution::axis_cut> distribution::cuts(const shape& extents, int ranks) const {
  const list axes = axes_from_front(axes_, extents.rank());
  if (listed_ != list_of::nothing) {
    check_list(extents, ranks);
    return {{axes[0], ranks, 1, listed_owners()}};
  }
  const std::vector<cut_axis> all = cut_all(extents, axes, blocks_, grid_of(ranks));
  std::vector<axis_cut> found;
  for (const index_t a : axes) found.push_back({a, all[static_cast<std::size_t>(a)].grid, all[static_cast<std::size_t>(a)].block, {}});
  return found;
}

distribution distribution::from_front(index_arg rank) const {
  distribution same = *this;
  same.axes_ = axes_from_front(axes_, rank);
  return same;
}

distribution distribution::without(const ints& axes) const {
  list left(axes_.begin(), axes_.end());
  for (index_t& a : left) a -= std::ranges::count_if(axes, [&](index_t gone) { return gone < a; });
  distribution same = *this;
  same.axes_ = left;
  return same;
}

bool operator==(const distribution& a, const distribution& b) {
  return std::ranges::equal(a.axes_, b.axes_) && std::ranges::equal(a.blocks_, b.blocks_) && std::ranges::equal(a.grid_, b.grid_) &&
         a.listed_ == b.listed_ && a.list_ == b.list_;
}

bool distribution::fits(const shape& extents) const {
  if (!std::ranges::all_of(axes_, [&](index_t a) { return a < extents.rank(); })) return false;
  if (listed_ == list_of::nothing) return true;
  return extents[axes_[0]] ==
         (listed_ == list_of::owners ? static_cast<index_t>(list_.size()) : std::accumulate(list_.begin(), list_.end(), index_t{0}));
}

std::string distribution::description() const {
  text said;
  if (listed_ != list_of::nothing) {
    constexpr std::size_t most = 16;
    const auto shown = std::span(list_).first(std::min(list_.size(), most));
    said << (listed_ == list_of::owners ? "owners " : "counts ") << ravel::detail::list_text(shown);
    if (list_.size() > most) said << " and " << list_.size() - most << " more";
    said << " along " << ravel::detail::list_text(axes_);
    return said;
  }
  const bool whole = std::all_of(blocks_.begin(), blocks_.end(), [](index_t b) { return b == 0; });
  said << (whole ? "blocks" : "blocks of ");
  if (!whole) said << ravel::detail::list_text(blocks_);
  said << " along " << ravel::detail::list_text(axes_);
  if (!grid_.empty()) said << " on a grid of " << ravel::detail::list_text(grid_);
  return said;
}

blocks::blocks(std::initializer_list<index_arg> axes) : blocks(ints(axes)) {}
blocks::blocks(const ints& axes, const ints& grid) : distribution(axes, as_many(0, axes), grid) {}

block_cyclic::block_cyclic(const ints& axes, const ints& lengths, const ints& grid) : distribution(axes, lengths, grid) {
  for (const index_t b : lengths) {
    if (b < 1) throw value_error(text() << "a block has at least one element, not " << b);
  }
}

cyclic::cyclic(std::initializer_list<index_arg> axes) : cyclic(ints(axes)) {}
cyclic::cyclic(const ints& axes, const ints& grid) : distribution(axes, as_many(1, axes), grid) {}

counts::counts(index_arg axis, const ints& of_ranks) : distribution(axis, list_of::counts, of_ranks) {}
owners::owners(index_arg axis, const ints& of_positions) : distribution(axis, list_of::owners, of_positions) {}

}  // namespace mpi
}  // namespace ravel
