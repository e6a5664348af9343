// SPDX-License-Identifier: BSL-1.0
// Joins the functions of a tree to one program.
#include "lazy/joined_function.hpp"
#include <ravel/element/cast.hpp>
#include <ravel/reader/detail/shared.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace ravel::detail {

namespace {

// A value in the type of the program, if that type has it.
template <class T, class S>
std::optional<T> exactly(S value) {
  if constexpr (kind_v<S> > kind_v<T>) {
    return std::nullopt;
  } else {
    const T made = saturate_value<T>(value);
    return values_equal(made, value) || is_nan{}(value) ? std::optional(made) : std::nullopt;
  }
}

// A stack of operands, and the program that computes them. What does not fit is a leaf, but no truth value is.
class program_joiner final : public operation_list {
 public:
  // dtype::bool_: the type is that of the first operand.
  explicit program_joiner(dtype type) : program_(std::make_shared<tile_program>(type)) {}

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
      known_.emplace_back(node.get(), operand(operands_.back()));
      return true;
    }
    if (!is_of(type)) return false;
    const auto added = program_->add_leaf(leaves_.size());
    if (!added) return false;
    leaves_.push_back({node, joined});
    known_.emplace_back(node.get(), operand{*added, false});
    return push({*added, false});
  }

  bool add_value(const void* value, dtype type) override {
    if (program_->type() == dtype::bool_ && !is_of(type)) return false;
    return with_tile_type(type, [&]<class S>(std::type_identity<S>) {
      return with_tile_type(program_->type(), [&]<class T>(std::type_identity<T>) {
        S given;
        std::memcpy(&given, value, sizeof given);
        const auto element = exactly<T>(given);
        const auto added = element ? program_->add_constant(&*element) : std::nullopt;
        return added && push({*added, false});
      });
    });
  }

  bool add(tile_function f, int operands, bool swaps) override {
    if (std::ssize(operands_) < operands) return false;
    const operand* const in = operands_.data() + operands_.size() - operands;
    if (f == tile_function::smaller && operands == 3) {  // a clip
      const auto raised = make(tile_function::larger, in[0], in[1], {});
      const auto made = raised ? make(f, *raised, in[2], {}) : std::nullopt;
      return made && replace(operands, *made);
    }
    const operand& second = in[operands > 1 ? 1 : 0];
    const auto made = make(f, swaps ? second : in[0], swaps ? in[0] : second, operands > 2 ? in[2] : operand());
    return made && replace(operands, *made);
  }

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

  struct operand {
    tile_program::value is;
    bool is_truth = false;
  };
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
  bool push(const operand& x) {
    operands_.push_back(x);
    return true;
  }
  bool replace(int operands, const operand& made) {
    operands_.erase(operands_.end() - operands, operands_.end());
    return push(made);
  }
  bool is_of(dtype type) {
    const bool fills = with_tile_type(type, [](auto) { return true; });
    if (fills && program_->type() == dtype::bool_) program_->set_type(type);
    return fills && program_->type() == type;
  }

  std::optional<operand> make(tile_function f, const operand& a, const operand& b, const operand& c) {
    const bool chooses = takes_three(f), is_pair = takes_two(f), bits = of_bits(f);
    const bool fits = chooses ? a.is_truth && !b.is_truth && !c.is_truth : (bits || !a.is_truth) && (!is_pair || a.is_truth == b.is_truth);
    if (!fits || !tile_machine_of(0)->instruction(program_->type(), f, {true, true, true})) return std::nullopt;
    const auto made = program_->add({f, {a.is, is_pair ? b.is : tile_program::value(), chooses ? c.is : tile_program::value()}});
    return made ? std::optional(operand{*made, gives_truth(f) || (bits && a.is_truth)}) : std::nullopt;
  }

  std::shared_ptr<tile_program> program_;
  joined_function::leaves leaves_;
  small_vector<operand, tile_program::most_leaves> operands_;
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
