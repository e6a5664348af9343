// SPDX-License-Identifier: BSL-1.0
// Distributions: which rank holds which element. Blocks, cyclic and block-cyclic along any axes, over a grid of ranks. A distribution is a
// value that knows no ranks; with a shape and a number of ranks it becomes dims over one address space, where rank = address / span.
#pragma once

#include <ravel/dims/dims.hpp>

#include <string>

namespace ravel {
namespace mpi {

// Where the elements of a shape lie, as one rank sees it. Rank r owns the addresses from r * span on.
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
  bool fits(const shape& extents) const;          // axes counted from the front are there
  distribution from_front(index_arg rank) const;  // for tensors of this rank, with axes counted from the front
  std::string description() const;                // "blocks along [0 1]"

  friend RAVEL_API bool operator==(const distribution& a, const distribution& b);  // told alike, axis for axis

 private:
  ints axes_;
  ints blocks_;
  ints grid_;  // empty: near-square
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

}  // namespace mpi
}  // namespace ravel
