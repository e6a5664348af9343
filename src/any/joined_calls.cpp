// SPDX-License-Identifier: BSL-1.0
// Joins the calls of a tree in one type to one program.
#include "any/loop_call.hpp"

#include <algorithm>
#include <array>

namespace ravel::detail {

// Adds the calls of a tree to a program. What is of another kind is a leaf. A call that stands in several places is added once.
class call_joiner {
 public:
  using value = std::optional<tile_program::value>;
  enum class reach { operands, whole_tree };  // how far below the root it looks for calls

  call_joiner(const loop_call::nodes_of_type& nodes, const shape& extents, reach far)
      : nodes_(nodes), extents_(extents), far_(far), program_(std::make_shared<tile_program>(nodes.type)) {}

  // Nothing if they do not fit.
  std::optional<loop_call> join(const loop_call& root) {
    if (!add(root, true)) return std::nullopt;
    loop_call made(raw_loop(), std::move(leaves_));
    made.program_ = std::move(program_);
    return made;
  }

  static const shaped_base* base_behind(const loop_operand& x) {
    const untyped_tensor* const shown = x.leaf() ? x.leaf()->as_tensor() : nullptr;
    return shown ? shown->whole() : nullptr;
  }
  // The call behind an operand, if it can be a part of the program.
  static const loop_call* call_of(const loop_operand& x, const loop_call::nodes_of_type& nodes, const shape& extents) {
    const shaped_base* const base = base_behind(x);
    const loop_call* const call = base && base->extents() == extents ? nodes.call_behind(*base) : nullptr;
    return call && (call->program_ || has_instruction(nodes.type, *call)) && is_dense(*call) ? call : nullptr;
  }
  static bool has_instruction(dtype type, const loop_call& call) {
    return tile_machine_of(0)->instruction(type, call.loop_.tile, {true, true, true}) != nullptr;
  }
  // Sparse operands are read by their entries.
  static bool is_dense(const loop_call& call) {
    const auto dense = [](const loop_operand& x) { return !x.leaf() || !x.leaf()->fill_at(); };
    return std::ranges::all_of(call.operands_, dense) && !loop_call::is_wiped_out(&call);
  }

 private:
  value add(const loop_operand& x, bool of_root) {
    if (!x.leaf()) return program_->add_constant(x.value());
    if (of_root || far_ == reach::whole_tree) {
      if (const loop_call* const call = call_of(x, nodes_, extents_)) return add_once(*call);
    }
    const auto found = std::ranges::find_if(leaves_, [&](const loop_operand& known) { return known.leaf() == x.leaf(); });
    const auto number = static_cast<std::size_t>(found - leaves_.begin());
    const value added = program_->add_leaf(number);
    if (added && found == leaves_.end()) leaves_.push_back(x);
    return added;
  }
  value add_once(const loop_call& call) {
    for (const auto& [known, is] : added_) {
      if (known == &call) return is;
    }
    const value added = add(call, false);
    if (added) added_.emplace_back(&call, *added);
    return added;
  }
  value add(const loop_call& call, bool is_root) {
    std::array<tile_program::value, tile_program::most_leaves> operands{};
    for (std::size_t k = 0; k < call.operands_.size(); ++k) {
      const value added = add(call.operands_[k], is_root);
      if (!added) return std::nullopt;
      operands[k] = *added;
    }
    if (call.program_) return program_->add_all(*call.program_, operands);
    return program_->add({call.loop_.tile, operands[0], call.operands_.size() > 1 ? operands[1] : operands[0]});
  }

  const loop_call::nodes_of_type& nodes_;
  const shape& extents_;
  reach far_;
  std::shared_ptr<tile_program> program_;
  loop_operands leaves_;
  small_vector<std::pair<const loop_call*, tile_program::value>, tile_program::most_operations> added_;
};

bool loop_call::may_join() const {
  const auto is_computed = [](const loop_operand& x) { return x.leaf() && !x.leaf()->lends(); };
  return !program_ && loop_.tile != tile_function::none && std::ranges::any_of(operands_, is_computed);
}

bool loop_call::is_deep() const {
  constexpr int deep = 48;  // a call is two levels
  const auto stands_deep = [](const loop_operand& x) { return x.leaf() && x.leaf()->depth() > deep; };
  return loop_.tile != tile_function::none && std::ranges::any_of(operands_, stands_deep);
}

std::optional<loop_call> loop_call::joined(const nodes_of_type& nodes, const shape& extents) const {
  const auto is_call = [&](const loop_operand& x) { return call_joiner::call_of(x, nodes, extents) != nullptr; };
  if (!call_joiner::has_instruction(nodes.type, *this) || !call_joiner::is_dense(*this) || std::ranges::none_of(operands_, is_call))
    return std::nullopt;
  if (auto made = call_joiner(nodes, extents, call_joiner::reach::whole_tree).join(*this)) return made;
  loop_call shallow = *this;
  for (loop_operand& x : shallow.operands_) {
    if (!is_call(x)) continue;
    if (shared_untyped run = nodes.run_of(*call_joiner::base_behind(x)))
      x = loop_operand(x.type(), x.leaf()->as_tensor()->over(x.leaf()->as_tensor()->map(), std::move(run)));
  }
  auto made = call_joiner(nodes, extents, call_joiner::reach::operands).join(shallow);
  return made ? std::move(made) : std::move(shallow);
}

}  // namespace ravel::detail
