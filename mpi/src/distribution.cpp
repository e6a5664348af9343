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

// The positions that an axis keeps: so many leading ones, or those of a list.
struct kept_positions {
  index_t count;
  std::optional<list> listed;
};
// Joins the digits into axes of their padded extents, and keeps some positions of each.
dims kept_of(const list& extents, const list& strides, index_t base, const list& padded, const std::vector<kept_positions>& kept) {
  dims map = dims::strided(extents, strides, base).reshape(padded);
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const auto axis = static_cast<index_t>(k);
    map = kept[k].listed ? map.gather(axis, *kept[k].listed) : map.slice(axis, 0, kept[k].count);
  }
  return map;
}

list product_of_later(const list& extents) {
  list products(extents.size(), 1);
  for (std::size_t k = extents.size(); k-- > 1;) products[k - 1] = products[k] * extents[k];
  return products;
}

ints as_many(index_t value, const ints& axes) { return list(static_cast<std::size_t>(axes.size()), value); }

}  // namespace

// One axis: its extent n is dealt out to `grid` ranks in blocks, over `cycles` rounds; or to owners, where a block is the longest part.
struct distribution::cut_axis {
  index_t extent;
  index_t grid = 1;
  index_t block = 0;
  index_t cycles = 1;
  list owners;  // of each position, if no blocks are dealt out
  list counts;  // of each owner

  bool is_listed() const { return !counts.empty(); }
  index_t allocated() const { return block * cycles; }
  // The number of elements of a rank's coordinate. They are the first of its local ones.
  index_t own(index_t coordinate) const {
    if (is_listed()) return counts[static_cast<std::size_t>(coordinate)];
    const index_t round = grid * block, whole = extent / round, rest = extent % round - coordinate * block;
    return whole * block + std::clamp<index_t>(rest, 0, block);
  }
  void deal_to(list all) {
    owners = std::move(all);
    counts.assign(static_cast<std::size_t>(grid), 0);
    for (const index_t r : owners) ++counts[static_cast<std::size_t>(r)];
    block = *std::ranges::max_element(counts);
  }
  // The positions among the places of all coordinates, and those of one coordinate.
  list places() const {
    list next(static_cast<std::size_t>(grid)), all;
    for (const index_t r : owners) all.push_back(r * block + next[static_cast<std::size_t>(r)]++);
    return all;
  }
  list positions_of(index_t coordinate) const {
    list all;
    for (std::size_t i = 0; i < owners.size(); ++i) {
      if (owners[i] == coordinate) all.push_back(static_cast<index_t>(i));
    }
    return all;
  }
};

placement distribution::placed(const std::vector<cut_axis>& axes, index_t rank) {
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
  list digits, strides, padded, own, local_digits, local_strides, local_padded;
  std::vector<kept_positions> all, mine;
  index_t base = 0;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const cut_axis& a = axes[k];
    const index_t coordinate = rank / in_grid[k] % a.grid;
    digits.insert(digits.end(), {a.cycles, a.grid, a.block});
    strides.insert(strides.end(), {a.block * in_room[k], in_grid[k] * span, in_room[k]});
    padded.push_back(a.cycles * a.grid * a.block);
    own.push_back(rank < used ? a.own(coordinate) : 0);
    all.push_back({a.extent, {}});
    mine.push_back({own.back(), {}});
    if (a.is_listed()) {
      all.back().listed = a.places();
      mine.back().listed = rank < used ? a.positions_of(coordinate) : list();
      local_digits.insert(local_digits.end(), {1, a.extent});
      local_strides.insert(local_strides.end(), {0, in_whole[k]});
      local_padded.push_back(a.extent);
      continue;
    }
    local_digits.insert(local_digits.end(), {a.cycles, a.block});
    local_strides.insert(local_strides.end(), {a.grid * a.block * in_whole[k], in_whole[k]});
    local_padded.push_back(allocated[k]);
    base += coordinate * a.block * in_whole[k];
  }
  return {kept_of(digits, strides, 0, padded, all), std::max<index_t>(span, 1), dims::row_major(own, allocated),
          kept_of(local_digits, local_strides, rank < used ? base : 0, local_padded, mine)};
}

std::vector<distribution::cut_axis> distribution::cut_all(const shape& extents, int ranks) const {
  const list axes = axes_from_front(axes_, extents.rank()), grid = grid_of(ranks);
  std::vector<cut_axis> cut;
  for (const index_t n : extents) cut.push_back({n, 1, n, 1, {}, {}});
  for (std::size_t i = 0; i < axes.size(); ++i) {
    cut_axis& a = cut[static_cast<std::size_t>(axes[i])];
    a.grid = grid[i];
    if (lists_[i].what != list_of::nothing) {
      a.deal_to(lists_[i].owners());
      continue;
    }
    const index_t length = blocks_[static_cast<index_t>(i)];
    a.block = length == 0 ? parts_of(a.extent, a.grid) : std::min(length, a.extent);
    a.cycles = parts_of(a.extent, a.grid * a.block);
  }
  return cut;
}

void distribution::check_grid() const {
  if (!grid_.empty() && grid_.size() != axes_.size()) {
    throw value_error(text() << "a grid needs one extent for each axis that is cut: " << axes_.size() << " axes and " << grid_.size()
                             << " extents");
  }
  for (const index_t g : grid_) {
    if (g < 1) throw value_error(text() << "a grid has at least one rank on each axis, not " << g);
  }
}

distribution::distribution(const ints& axes, const ints& block_lengths, const ints& grid)
    : axes_(axes), blocks_(block_lengths), grid_(grid), lists_(static_cast<std::size_t>(axes.size())) {
  if (blocks_.size() != axes_.size()) {
    throw value_error(text() << "a distribution needs one block length for each axis: " << axes_.size() << " axes and " << blocks_.size()
                             << " lengths");
  }
  for (const index_t b : blocks_) {
    if (b < 0) throw value_error(text() << "a block has at least one element, not " << b);
  }
  check_grid();
}

distribution::distribution(const ints& grid, const std::vector<distribution>& of_axes)
    : axes_(std::initializer_list<index_arg>()), blocks_(axes_), grid_(grid) {
  list axes, lengths;
  for (const distribution& each : of_axes) {
    if (!each.grid_.empty()) throw value_error(text() << each.description() << " has a grid, and cannot lie on another one");
    if (!each.cuts_each_axis()) throw value_error(text() << each.description() << " names ranks, and cannot lie on a grid");
    axes.insert(axes.end(), each.axes_.begin(), each.axes_.end());
    lengths.insert(lengths.end(), each.blocks_.begin(), each.blocks_.end());
    lists_.insert(lists_.end(), each.lists_.begin(), each.lists_.end());
  }
  axes_ = axes, blocks_ = lengths;
  check_grid();
}

distribution::distribution(index_arg axis, list_of what, const ints& list)
    : axes_(index_t{axis}), blocks_(0), grid_(std::initializer_list<index_arg>()), lists_{{what, {list.begin(), list.end()}}} {}

distribution::distribution(const shape& leading, const ints& owners)
    : axes_(std::initializer_list<index_arg>()), blocks_(axes_), grid_(axes_), lists_(static_cast<std::size_t>(leading.rank())) {
  if (leading.rank() == 0) throw value_error("owners of elements need axes, and a tensor without axes has none");
  list axes(lists_.size());
  std::iota(axes.begin(), axes.end(), index_t{0});
  axes_ = axes, blocks_ = as_many(0, axes_);
  lists_[0] = {list_of::owners, {owners.begin(), owners.end()}};
  if (leading.rank() > 1) merged_.assign(leading.begin(), leading.end());
}

// As a tensor whose leading axes are one. Each of these has a single position in a rank's box, but for the last.
placement distribution::place_merged(const shape& extents, int ranks, int rank) const {
  if (!fits(extents)) {
    throw value_error(text() << "owners of elements of " << ravel::to_string(shape(ints(merged_))) << " do not fit "
                             << ravel::to_string(extents));
  }
  list as_one(extents.begin() + std::ssize(merged_), extents.end());
  as_one.insert(as_one.begin(), std::ssize(lists_[0].numbers));
  placement at = distribution(0, list_of::owners, lists_[0].numbers).place(shape(ints(as_one)), ranks, rank);
  at.map = at.map.reshape(extents);
  for (std::size_t k = 1; k < merged_.size(); ++k) at.own = at.own.new_axis(0), at.positions = at.positions.new_axis(0);
  return at;
}

list distribution::grid_of(index_t ranks) const {
  return grid_.empty() ? near_square(ranks, axes_.size()) : list(grid_.begin(), grid_.end());
}

placement distribution::place(const shape& extents, int ranks, int rank) const {
  if (!cuts_each_axis()) return place_merged(extents, ranks, rank);
  const list axes = axes_from_front(axes_, extents.rank());
  const list grid = grid_of(ranks);
  const index_t used = shape(ints(grid)).elements();
  if (used > ranks)
    throw value_error(text() << "a grid of " << ravel::detail::list_text(grid) << " needs " << used << " ranks, not " << ranks);
  for (std::size_t i = 0; i < axes.size(); ++i) lists_[i].check(axes[i], extents, grid[i]);
  if (extents.elements() == 0) {
    const dims none = dims::row_major(extents);
    return {none, 1, none, none};
  }
  return placed(cut_all(extents, ranks), rank);
}

index_t distribution::axis_list::positions() const {
  if (what == list_of::owners) return std::ssize(numbers);
  index_t total = 0;
  for (const index_t n : numbers) total = ravel::detail::add_index(total, n);
  return total;
}

void distribution::axis_list::check(index_t axis, const shape& extents, index_t ranks) const {
  if (what == list_of::nothing) return;
  const bool by_owner = what == list_of::owners;
  if (!by_owner && std::ssize(numbers) > ranks) {
    throw value_error(text() << "counts for " << std::ssize(numbers) << " ranks, of which there are " << ranks);
  }
  for (const index_t x : numbers) {
    if (x < 0 || (by_owner && x >= ranks)) {
      throw value_error(text() << (by_owner ? "an owner is one of " : "a count of positions on one of ") << ranks << " ranks"
                               << (by_owner ? ", not rank " : " is not ") << x);
    }
  }
  if (positions() != extents[axis]) {
    throw value_error(text() << (by_owner ? "owners" : "counts") << " of " << positions() << " positions do not fit axis " << axis << " of "
                             << ravel::to_string(extents));
  }
}

list distribution::axis_list::owners() const {
  if (what == list_of::owners) return numbers;
  std::vector<index_t> owner;
  for (std::size_t r = 0; r < numbers.size(); ++r) owner.insert(owner.end(), static_cast<std::size_t>(numbers[r]), static_cast<index_t>(r));
  return owner;
}

std::optional<std::vector<distribution::range>> distribution::ranges(const shape& extents, index_arg along, int ranks, int rank) const {
  const index_t axis = ravel::detail::check_axis(along, extents.rank());
  if (!cuts_each_axis()) return std::nullopt;
  const list axes = axes_from_front(axes_, extents.rank());
  const auto place_of_axis = static_cast<std::size_t>(std::ranges::find(axes, axis) - axes.begin());
  const axis_list told = place_of_axis < axes.size() ? lists_[place_of_axis] : axis_list();
  if (told.what == list_of::owners) return std::nullopt;
  const std::vector<cut_axis> cut = cut_all(extents, ranks);
  const cut_axis& a = cut[static_cast<std::size_t>(axis)];
  if (a.cycles > 1) return std::nullopt;
  list grid;
  for (const cut_axis& c : cut) grid.push_back(c.grid);
  const index_t apart = product_of_later(grid)[static_cast<std::size_t>(axis)];
  const index_t place = rank < shape(ints(grid)).elements() ? rank : 0;  // beyond the grid: of rank 0
  const index_t before = place / apart % a.grid * apart;
  std::vector<range> all;
  index_t first = 0;
  const index_t parts = told.what == list_of::counts ? std::ssize(told.numbers) : a.grid;
  for (index_t c = 0; c < parts; ++c) {
    all.push_back({static_cast<int>(place - before + c * apart), first, first + a.own(c)});
    first = all.back().end;
  }
  return all;
}

std::vector<distribution::axis_cut> distribution::cuts(const shape& extents, int ranks) const {
  const list axes = axes_from_front(axes_, extents.rank()), grid = grid_of(ranks);
  for (std::size_t i = 0; i < axes.size(); ++i) lists_[i].check(axes[i], extents, grid[i]);
  const std::vector<cut_axis> all = cut_all(extents, ranks);
  std::vector<axis_cut> found;
  for (const index_t k : axes) {
    const cut_axis& a = all[static_cast<std::size_t>(k)];
    found.push_back({k, a.grid, a.is_listed() ? 1 : a.block, a.owners});
  }
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
         a.lists_ == b.lists_ && a.merged_ == b.merged_;
}

bool distribution::fits(const shape& extents) const {
  if (!std::ranges::all_of(axes_, [&](index_t a) { return a < extents.rank(); })) return false;
  if (!cuts_each_axis()) return std::ranges::equal(merged_, std::span(extents.begin(), merged_.size()));
  const auto fit = [&](const axis_list& l, index_t axis) { return l.what == list_of::nothing || l.positions() == extents[axis]; };
  return std::ranges::equal(lists_, axes_, fit);
}

// Axes that are dealt out in blocks together, or one that has a list.
std::string distribution::description_of(std::size_t first, std::size_t end) const {
  constexpr std::size_t most = 16;
  text said;
  if (first < end && lists_[first].what != list_of::nothing) {
    const auto& [what, all] = lists_[first];
    said << (what == list_of::owners ? "owners " : "counts ") << ravel::detail::list_text(std::span(all).first(std::min(all.size(), most)));
    if (all.size() > most) said << " and " << all.size() - most << " more";
  } else {
    const std::span lengths(blocks_.begin() + first, blocks_.begin() + end);
    const bool whole = std::ranges::all_of(lengths, [](index_t b) { return b == 0; });
    said << (whole ? "blocks" : "blocks of ");
    if (!whole) said << ravel::detail::list_text(lengths);
  }
  said << " along " << ravel::detail::list_text(std::span(axes_.begin() + first, axes_.begin() + end));
  return said;
}

std::string distribution::description() const {
  const std::size_t axes = lists_.size();
  const bool one_by_one = cuts_each_axis() && std::ranges::any_of(lists_, [](const axis_list& l) { return l.what != list_of::nothing; });
  text said;
  if (!one_by_one) said << description_of(0, axes);
  for (std::size_t i = 0; one_by_one && i < axes; ++i) said << (i > 0 ? " and " : "") << description_of(i, i + 1);
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

on_grid::on_grid(const ints& grid, const std::vector<distribution>& of_axes) : distribution(grid, of_axes) {}

}  // namespace mpi
}  // namespace ravel
