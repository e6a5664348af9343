// SPDX-License-Identifier: BSL-1.0
// Joins the functions of a tree to one program.
#include "lazy/joined_function.hpp"
#include <ravel/reader/detail/shared.hpp>
#include "lazy/program_stack.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ravel::detail {

namespace {

// A function that does not fit becomes a leaf. A truth value never does.
class program_joiner final : public operation_list, program_stack {
 public:
  using program_stack::program_stack;

  std::optional<joined_function> join(bool gives_bools) {
    if (operands_.size() != 1 || operands_[0].is_truth != gives_bools) return std::nullopt;
    // Bools are narrower in memory than truth values in registers. A function of many operations, which a compiler made, keeps registers
    // busy as it is.
    constexpr std::size_t operations_of_one = 3;
    const bool pays = gives_bools ? program_->has_arithmetic() : program_->operations().size() <= operations_of_one * functions_;
    if (functions_ < 2 || !pays) return std::nullopt;
    if (gives_bools && !program_->add({tile_function::packed, {operands_[0].is}})) return std::nullopt;
    return joined_function(std::move(program_), std::move(leaves_));
  }

  bool add_leaf(const shared_untyped& node, dtype type, joined_maker joined) override {
    if (node->fill_at()) return false;  // it is read by its entries
    if (const operand* const known = find(*node)) return push(*known);
    if (list_behind(*node)) {
      known_.emplace_back(node.get(), operand(last()));
      return true;
    }
    if (!is_of(type) || !program_stack::add_leaf(leaves_.size())) return false;
    leaves_.push_back({node, joined});
    known_.emplace_back(node.get(), operand(last()));
    return true;
  }

  bool add_value(const void* value, dtype type) override { return program_stack::add_value(value, type); }
  bool add(tile_function f, int operands, bool swaps) override { return program_stack::add(f, operands, swaps); }

  bool add_all(const joined_function& tree) override {
    const std::size_t first = operands_.size();
    const dtype type = tree.program().type();
    for (const auto& leaf : tree.all_leaves()) {
      if (!add_leaf(leaf.node, type, leaf.joined)) return false;
    }
    std::array<tile_program::value, tile_program::most_leaves> leaves{};
    std::transform(operands_.begin() + static_cast<std::ptrdiff_t>(first), operands_.end(), leaves.begin(),
                   [](const operand& x) { return x.is; });
    const auto made = program_->type() == type ? program_->add_all(tree.program(), leaves) : std::nullopt;
    functions_ += tree.program().operations().size();
    const bool packs = tree.program().operations().back().f == tile_function::packed;
    return made && replace(static_cast<int>(tree.all_leaves().size()), {*made, packs});
  }

 private:
  // A function of tensors is two levels. What lies deeper does not fit, and would take stack.
  static constexpr std::size_t most_levels = 2 * tile_program::most_operations;

  struct state {
    tile_program::state program;
    std::size_t operands, known, leaves, functions;
  };

  state now() const { return {program_->now(), operands_.size(), known_.size(), leaves_.size(), functions_}; }
  void go_back_to(const state& before) {
    program_->go_back_to(before.program);
    operands_.erase(operands_.begin() + static_cast<std::ptrdiff_t>(before.operands), operands_.end());
    known_.erase(known_.begin() + static_cast<std::ptrdiff_t>(before.known), known_.end());
    leaves_.erase(leaves_.begin() + static_cast<std::ptrdiff_t>(before.leaves), leaves_.end());
    functions_ = before.functions;
  }

  // Adds the operations behind a node, or nothing. A node that did not fit is a leaf from then on: it may stand in many places.
  bool list_behind(const untyped_node& node) {
    if (node.lends() || levels_ == most_levels || unfit_.find(&node)) return false;
    const state before = now();
    ++functions_;
    ++levels_;
    const bool listed = node.list_operations(*this) && operands_.size() == before.operands + 1;
    --levels_;
    if (listed) return true;
    go_back_to(before);
    unfit_.add(&node, node.room());
    return false;
  }
  const operand* find(const untyped_node& node) const {
    for (const auto& [known, is] : known_) {
      if (known == &node) return &is;
    }
    return nullptr;
  }

  joined_function::leaves leaves_;
  small_vector<std::pair<const untyped_node*, operand>, tile_program::most_operations> known_;
  node_table unfit_;
  std::size_t functions_ = 1;  // the root
  std::size_t levels_ = 0;     // below the root, of the node that is being listed
};

}  // namespace

std::optional<joined_function> join_operations(dtype type, function_ref<bool(operation_list& to)> list) {
  program_joiner joiner(type);
  return list(joiner) ? joiner.join(type == dtype::bool_) : std::nullopt;
}

std::atomic<joining>& joining_in_use() {
  static std::atomic<joining> chosen = joining::when_it_pays;
  return chosen;
}
bool joins_trees() {
  const joining how = joining_in_use().load(std::memory_order_relaxed);
  return how == joining::always || (how == joining::when_it_pays && tile_machine_in_use()->keeps_results);
}

}  // namespace ravel::detail
