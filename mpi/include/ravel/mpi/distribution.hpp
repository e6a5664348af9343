// SPDX-License-Identifier: BSL-1.0
// Distributions: which rank holds which element. Blocks, cyclic and block-cyclic along any axes, over a grid of ranks, parts of given
// lengths or any owners along one axis, owners of single elements, and each axis of a grid by its own. A distribution is a value that knows
// no ranks; with a shape and a number of ranks it becomes dims over one address space, where rank = address / span.
#pragma once

#include <ravel/dims/dims.hpp>
#include <ravel/tensor/views.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ravel {
namespace mpi {

// The owners of the elements of a shape, as one rank sees them. Rank r owns the addresses from r * span on.
struct placement {
  dims map;
  index_t span = 1;
  dims own;        // from positions of this rank's box to its addresses, which begin at 0
  dims positions;  // from positions of this rank's box to row-major positions of the whole
};

class RAVEL_API distribution {
 public:
  // Axes are cut by a grid of ranks: near-square unless its extents are given. Their product is at most the number of ranks; ranks beyond
  // it hold nothing. A block length of 0 is one block for each rank.
  distribution(const ints& axes, const ints& block_lengths, const ints& grid);

  placement place(const shape& extents, int ranks, int rank) const;
  const ints& axes() const& { return axes_; }
  ints axes() const&& { return axes_; }
  bool cuts_each_axis() const { return merged_.empty(); }  // else axes together, by owners of single elements
  bool fits(const shape& extents) const;                   // its axes, counted from the front, are there and as long as its lists
  distribution from_front(index_arg rank) const;           // for tensors of this rank, with axes counted from the front
  distribution without(const ints& axes) const;            // for tensors without these axes; it cuts none of them
  std::string description() const;                         // "blocks along [0 1]"

  // The part of an axis that this rank has, and those ranks which differ from it along this axis alone, in the order of positions. Nothing
  // if the parts are no ranges.
  struct range {
    int rank;
    index_t first;
    index_t end;
  };
  std::optional<std::vector<range>> ranges(const shape& extents, index_arg along, int ranks, int rank) const;

  // How an axis is dealt out: in blocks to the ranks of the grid in turn, or position by position to owners.
  struct axis_cut {
    index_t axis;
    index_t grid;
    index_t block;
    std::vector<index_t> owners;  // empty if blocks are dealt out
  };
  std::vector<axis_cut> cuts(const shape& extents, int ranks) const;  // of a shape that has elements, if it cuts each axis

  friend RAVEL_API bool operator==(const distribution& a, const distribution& b);  // told alike, axis for axis

 protected:
  enum class list_of { nothing, counts, owners };
  distribution(index_arg axis, list_of what, const ints& list);
  distribution(const ints& grid, const std::vector<distribution>& of_axes);
  distribution(const shape& leading, const ints& owners);  // of all positions of the leading axes together

 private:
  struct cut_axis;
  // Counts of the ranks along an axis, or owners of its positions.
  struct axis_list {
    list_of what = list_of::nothing;
    std::vector<index_t> numbers;

    index_t positions() const;
    void check(index_t axis, const shape& extents, index_t ranks) const;
    std::vector<index_t> owners() const;
    friend bool operator==(const axis_list&, const axis_list&) = default;
  };
  std::vector<index_t> grid_of(index_t ranks) const;
  std::vector<cut_axis> cut_all(const shape& extents, int ranks) const;
  static placement placed(const std::vector<cut_axis>& axes, index_t rank);
  placement place_merged(const shape& extents, int ranks, int rank) const;
  void check_grid() const;
  std::string description_of(std::size_t first, std::size_t end) const;

  ints axes_;
  ints blocks_;
  ints grid_;                     // empty: near-square
  std::vector<axis_list> lists_;  // of each axis; in place of its blocks
  std::vector<index_t> merged_;   // extents of leading axes that the first list counts as one
};

// One block for each rank of the grid. Without axes everything is on rank 0.
class RAVEL_API blocks : public distribution {
 public:
  blocks(std::initializer_list<index_arg> axes);
  explicit blocks(const ints& axes, const ints& grid = std::initializer_list<index_arg>());
};

// Blocks of a given length, dealt out in turn: block_cyclic({0, 1}, {64, 64}).
class RAVEL_API block_cyclic : public distribution {
 public:
  block_cyclic(const ints& axes, const ints& lengths, const ints& grid = std::initializer_list<index_arg>());
};

// Position i of an axis is on rank i mod g of the grid.
class RAVEL_API cyclic : public distribution {
 public:
  cyclic(std::initializer_list<index_arg> axes);
  explicit cyclic(const ints& axes, const ints& grid = std::initializer_list<index_arg>());
};

// Rank r has the next counts[r] positions of an axis. Ranks beyond the list have none.
class RAVEL_API counts : public distribution {
 public:
  counts(index_arg axis, const ints& of_ranks);
};

// Position i of an axis is on rank of_positions[i]. Or each element has its owner: that at (i, j) is on rank of_elements(i, j). A tensor
// with more axes has its owners along the first ones.
class RAVEL_API owners : public distribution {
 public:
  owners(index_arg axis, const ints& of_positions);
  template <class T>
    requires ravel::detail::integer<std::remove_const_t<T>>
  explicit owners(const ravel::tensor<T>& of_elements) : distribution(of_elements.shape(), in_one_line(of_elements)) {}

 private:
  template <class T>
  static std::vector<index_t> in_one_line(const ravel::tensor<T>& of_elements) {
    std::vector<index_t> all;
    const auto line = flat(of_elements);
    for (index_t i = 0; i < line.size(); ++i) all.push_back(ravel::detail::to_index(line(i)));
    return all;
  }
};

// Each axis of a grid of ranks by its own distribution: on_grid({2, 2}, {owners(0, {0, 1, 1}), blocks{1}}). Counts and owners are those of
// coordinates in the grid.
class RAVEL_API on_grid : public distribution {
 public:
  on_grid(const ints& grid, const std::vector<distribution>& of_axes);
};

}  // namespace mpi
}  // namespace ravel
