// SPDX-License-Identifier: BSL-1.0
// Lists the operations of elementwise steps, and finds their operands in a run.
#include "plan/kernel.hpp"

#include <ravel/reader/block.hpp>
#include "plan/run_state.hpp"

#include <algorithm>
#include <unordered_map>

namespace ravel::detail {

class kernel_maker {
 public:
  kernel_maker(std::span<const program_step> steps, std::size_t root)
      : steps_(steps), like_(*steps[root].what), made_(std::make_shared<step_kernel>(like_.type())) {}

  using value = std::optional<tile_program::value>;

  std::shared_ptr<const step_kernel> make(std::size_t root) { return add_step(root) ? made_ : nullptr; }

 private:
  value add(std::size_t k) {
    const program_step& step = steps_[k];
    const auto* const held = held_behind(*step.what);
    if (held && held->value().scalar) return add_number(*held->value().scalar);
    const bool part = step.what->work() == step_work::elementwise && !step.stored && !step.folded && step.what->shape() == like_.shape();
    if (!part) return add_leaf(k);
    if (const auto found = known_.find(k); found != known_.end()) return found->second;
    return known_.emplace(k, add_step(k)).first->second;
  }
  value add_step(std::size_t k) {
    const program_step& step = steps_[k];
    const tile_function f = tile_function_of(*step.what);
    if (step.what->type() != like_.type() || f == tile_function::none) return std::nullopt;
    if (!tile_machine_of(0)->instruction(like_.type(), f, {true, true, true})) return std::nullopt;
    const value a = add(step.operands[0]), b = step.operands.size() > 1 ? add(step.operands[1]) : a;
    return a && b ? made_->program_.add({f, {*a, *b, *a}}) : std::nullopt;
  }
  value add_number(const any_scalar& weak) {
    const any_scalar number = cast(weak, like_.type());
    return visit(number, [&](const auto& bits) { return made_->program_.add_constant(&bits); });
  }
  value add_leaf(std::size_t k) {
    const recorded& step = *steps_[k].what;
    if (step.work() == step_work::elementwise && !steps_[k].stored && !steps_[k].folded) return std::nullopt;
    const bool is_length = as_step<length_step>(step) != nullptr, is_number = step.shape().rank() == 0;
    if (!is_length && (step.type() != like_.type() || !(is_number || step.shape() == like_.shape()))) return std::nullopt;
    auto& leaves = made_->leaves_;
    const auto found = std::ranges::find(leaves, k, &step_kernel::leaf::step);
    const auto number = static_cast<std::size_t>(found - leaves.begin());
    const value added = made_->program_.add_leaf(number, is_number);
    if (added && found == leaves.end()) leaves.push_back({k, is_number});
    return added;
  }

  std::span<const program_step> steps_;
  const recorded& like_;
  std::shared_ptr<step_kernel> made_;
  std::unordered_map<std::size_t, value> known_;
};

std::shared_ptr<const step_kernel> step_kernel::of(std::span<const program_step> steps, std::size_t root) {
  return kernel_maker(steps, root).make(root);
}

// A tile of copies of a number.
void step_kernel::write_number(const any_operand& value, const std::byte* memory, std::byte* tile) const {
  const std::size_t bytes = size_of(program_.type());
  const auto write = [&](const void* element) {
    spread_bytes(element, 0, static_cast<index_t>(tile_machine_in_use()->tile / bytes), tile, bytes);
  };
  if (memory && value.values.dtype() == program_.type()) return write(memory);
  visit(cast(value.scalar ? *value.scalar : only_element(value.values), program_.type()), [&](const auto& one) { write(&one); });
}

bool step_kernel::run(const run_values& now, const any_tensor& to) const {
  const auto bytes = static_cast<index_t>(size_of(program_.type()));
  const std::byte* const out = bytes_in_order(to);
  if (!out) return false;
  const std::byte *const end = out + to.size() * bytes, *in[tile_program::most_leaves];
  alignas(64) std::byte numbers[tile_program::most_leaves][tile_machine::longest_tile];
  for (std::size_t k = 0; k < leaves_.size(); ++k) {
    const std::byte* const memory = now.memory_of(leaves_[k].step);
    if (leaves_[k].is_number) {
      write_number(now.values[leaves_[k].step], memory, numbers[k]);
      in[k] = numbers[k];
    } else {
      in[k] = memory;
      const bool apart = in[k] == out || in[k] >= end || in[k] + (end - out) <= out;
      if (!in[k] || !apart) return false;
    }
  }
  program_.run(reinterpret_cast<const void* const*>(in), to.size(), const_cast<std::byte*>(out));
  return true;
}

}  // namespace ravel::detail
