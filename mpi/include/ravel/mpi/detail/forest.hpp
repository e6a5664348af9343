// SPDX-License-Identifier: BSL-1.0
// forest: partial results of consecutive parts of a line, as the maximal complete subtrees of the aligned binary tree over the parts.
// Joining depends on the place of a node alone, so any cut of the line gives the same bits. A value; one thread.
#pragma once

#include <ravel/base/index.hpp>

#include <vector>

namespace ravel {
namespace mpi {
namespace detail {

template <class Total>
struct forest_node {
  index_t level;
  index_t number;  // among the nodes of its level
  Total total;
};

template <class Total>
class forest {
 public:
  // Nodes come in ascending order, and together they cover parts without a gap. joined(a, b) is a node of its two halves.
  template <class Join>
  void add(forest_node<Total> node, const Join& joined) {
    while (!nodes_.empty() && node.number % 2 == 1 && nodes_.back().level == node.level && nodes_.back().number + 1 == node.number) {
      node = {node.level + 1, node.number / 2, joined(nodes_.back().total, node.total)};
      nodes_.pop_back();
    }
    nodes_.push_back(node);
  }
  // Of all parts from the first on: a node without a right half is its left half.
  template <class Join>
  Total total(const Join& joined) const {
    Total all = nodes_.back().total;
    for (std::size_t k = nodes_.size() - 1; k-- > 0;) all = joined(nodes_[k].total, all);
    return all;
  }
  const std::vector<forest_node<Total>>& nodes() const& { return nodes_; }
  const std::vector<forest_node<Total>>& nodes() const&& = delete;  // they would outlive the forest

 private:
  std::vector<forest_node<Total>> nodes_;
};

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
