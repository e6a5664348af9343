// SPDX-License-Identifier: BSL-1.0
// Every operation on trees of tensors computes a node that stands in many places once a block. every_operation_tree.cpp says so of readers.
#include "every_operation_tree.hpp"

using namespace every_operation;

TEST_CASE("every operation computes a node once, of tensors", "[every_operation]") {
  const auto shaped = [](const auto& r) { return ravel::as_tensor(r, {r.size()}); };
  const auto of_trees = [&](const operands& of) {
    return everything(shaped(tree_of(of.x, middle)), shaped(tree_of(of.y, middle)), shaped(tree_of(of.k, lesser)),
                      shaped(tree_of(of.mask, both)), of.check_passes(passes_of_lines));
  };
  check_counted("tensor of a tree", of_trees, passes_of_lines);
  const auto of_tensors = [&](const operands& of) {
    return everything(tree_of(ravel::tensor<const double>(shaped(of.x)), middle),
                      tree_of(ravel::tensor<const double>(shaped(of.y)), middle), tree_of(ravel::tensor<const int>(shaped(of.k)), lesser),
                      tree_of(ravel::tensor<const bool>(shaped(of.mask)), both), of.check_passes(passes_of_tensors));
  };
  check_counted("tree of tensors", of_tensors, passes_of_tensors);
}

TEST_CASE("every operation goes over the entries of a tree of tensors node by node", "[every_operation]") {
  check_entries("tree of sparse tensors",
                []<class T>(const ravel::reader<T>& r) { return ravel::tensor<const T>(ravel::as_tensor(r, {r.size()})); });
}
