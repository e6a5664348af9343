// SPDX-License-Identifier: BSL-1.0
// Joins the calls of a tree in one type to one program.
#include "any/loop_node.hpp"

#include <algorithm>
#include <array>

namespace ravel::detail {

namespace {

const shaped_base* base_behind(const loop_operand& x) {
  const untyped_tensor* const shown = x.leaf() ? x.leaf()->as_tensor() : nullptr;
  return shown ? shown->whole() : nullptr;
}

// Calls with(node of a loop), if the base is one of a type that tile machines have, or of bools. Else gives null.
template <class Result, class With>
Result with_loop_node(const shaped_base& base, const With& with) {
#define RAVEL_CASE(R) \
  if (typeid(base) == typeid(loop_node<R>)) return with(static_cast<const loop_node<R>&>(base));
  RAVEL_CASE(double)
  RAVEL_CASE(float)
  RAVEL_CASE(std::int32_t)
  RAVEL_CASE(std::int64_t)
  RAVEL_CASE(bool)
#undef RAVEL_CASE
  return nullptr;
}

bool has_instruction(dtype type, tile_function f) { return tile_machine_of(0)->instruction(type, f, {true, true, true}) != nullptr; }

}  // namespace

// Adds the calls of a tree to a program of elements of one type and truth values. What is of another kind is a leaf, but no bool is. A call
// that stands in several places is added once.
class call_joiner {
 public:
  using value = std::optional<tile_program::value>;
  enum class reach { operands, whole_tree };  // how far below the root it looks for calls

  call_joiner(dtype type, const shape& extents, reach far)
      : type_(type), extents_(extents), far_(far), program_(std::make_shared<tile_program>(type)) {}

  // Nothing if they do not fit.
  std::optional<loop_call> join(const loop_call& root) {
    const value added = add(root, true);
    if (!added || (gives_bools(root) && !program_->add({tile_function::packed, {*added}}))) return std::nullopt;
    loop_call made(raw_loop(), std::move(leaves_));
    made.program_ = std::move(program_);
    made.gives_bools_ = gives_bools(root);
    return made;
  }

  static const loop_call* any_call_of(const loop_operand& x, const shape& extents) {
    const shaped_base* const base = base_behind(x);
    if (!base || base->extents() != extents) return nullptr;
    return with_loop_node<const loop_call*>(*base, [](const loop_call& call) { return &call; });
  }
  // The call behind an operand, if it can be a part of a program of elements of this type.
  static const loop_call* call_of(const loop_operand& x, dtype type, const shape& extents) {
    const loop_call* const call = any_call_of(x, extents);
    return call && joins(*call, type) ? call : nullptr;
  }
  // Whether an instruction computes it. Sparse operands are read by their entries.
  static bool joins(const loop_call& call, dtype type) {
    if (call.program_) return call.program_->type() == type;
    const raw_loop& loop = call.loop_;
    const bool of_truth = loop.in_tiles_of == dtype::bool_ && of_bits(loop.tile);
    const auto dense = [](const loop_operand& x) { return !x.leaf() || !x.leaf()->fill_at(); };
    return (of_truth || loop.in_tiles_of == type) && has_instruction(type, loop.tile) && std::ranges::all_of(call.operands_, dense) &&
           !loop_call::is_wiped_out(&call);
  }
  static bool gives_bools(const loop_call& call) {
    return call.program_ ? call.gives_bools_ : gives_truth(call.loop_.tile) || call.loop_.in_tiles_of == dtype::bool_;
  }
  // The type of the elements of a call. Below truth values it is that of the first comparison.
  static dtype type_of(const loop_call& call, const shape& extents, int levels = 0) {
    constexpr int deepest = 32;
    if (call.program_) return call.program_->type();
    if (call.loop_.in_tiles_of != dtype::bool_ || !of_bits(call.loop_.tile) || levels > deepest) return call.loop_.in_tiles_of;
    const loop_call* const below = any_call_of(call.operands_[0], extents);
    return below ? type_of(*below, extents, levels + 1) : dtype::other;
  }

 private:
  value add(const loop_operand& x, bool of_root) {
    if (of_root || far_ == reach::whole_tree) {
      if (const loop_call* const call = call_of(x, type_, extents_)) return add_once(*call);
    }
    if (x.type().is_bool) return std::nullopt;
    if (!x.leaf()) return program_->add_constant(x.value());
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
    const tile_program::value a = operands[0], b = operands[1], c = operands[2], d = operands[3];
    const raw_loop& loop = call.loop_;
    if (call.operands_.size() == 4) {
      const value truth = program_->add({loop.compared, {a, b}});
      return truth ? program_->add({loop.tile, {*truth, c, d}}) : std::nullopt;
    }
    if (takes_two(loop.tile) && call.operands_.size() == 1) return program_->add({loop.tile, {a, a}});
    return program_->add({loop.tile, {loop.swaps ? b : a, loop.swaps ? a : b, c}});
  }

  dtype type_;
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

std::optional<loop_call> loop_call::joined(const shape& extents) const {
  const dtype type = call_joiner::type_of(*this, extents);
  const auto is_call = [&](const loop_operand& x) { return call_joiner::call_of(x, type, extents) != nullptr; };
  if (!call_joiner::joins(*this, type) || std::ranges::none_of(operands_, is_call)) return std::nullopt;
  if (auto made = call_joiner(type, extents, call_joiner::reach::whole_tree).join(*this)) {
    // Bools are narrower in memory than truth values in registers.
    const bool pays = !made->gives_bools_ || made->program_->has_arithmetic();
    return pays ? std::move(made) : std::nullopt;
  }
  loop_call shallow = *this;
  for (loop_operand& x : shallow.operands_) {
    const shaped_base* const base = base_behind(x);
    if (!is_call(x)) continue;
    const untyped_tensor& shown = *x.leaf()->as_tensor();
    if (shared_untyped run = with_loop_node<shared_untyped>(*base, [](const auto& node) { return node.shared_run(); }))
      x = loop_operand(x.type(), shown.over(shown.map(), std::move(run)));
  }
  auto made = call_joiner(type, extents, call_joiner::reach::operands).join(shallow);
  return made ? std::move(made) : std::move(shallow);
}

}  // namespace ravel::detail
