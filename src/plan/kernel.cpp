// SPDX-License-Identifier: BSL-1.0
// Lists the operations of elementwise steps, and finds their operands in a run.
#include "plan/program.hpp"

#include <ravel/reader/block.hpp>
#include "lazy/program_stack.hpp"
#include "lazy/tile_program.hpp"
#include "plan/run_state.hpp"

#include <algorithm>
#include <unordered_map>

namespace ravel::detail {

class kernel_maker : program_stack {
 public:
  kernel_maker(std::span<const program_step> steps, std::size_t root)
      : program_stack(steps[root].what->type()), steps_(steps), like_(*steps[root].what) {}

  std::shared_ptr<const step_kernel> make(std::size_t root) {
    if (like_.type() == dtype::bool_ || !add_step(root)) return nullptr;
    return std::make_shared<const step_kernel>(std::move(program_), std::move(leaves_));
  }

 private:
  // Each operation is a level.
  static constexpr std::size_t most_levels = tile_program::most_operations;

  bool add_step(std::size_t k) {
    const program_step& step = steps_[k];
    const bool compares = step.what->type() == dtype::bool_;
    if (levels_ == most_levels || !(compares || step.what->type() == like_.type())) return false;
    ++levels_;
    const bool added = std::ranges::all_of(step.operands, [&](std::size_t before) { return add_operand(before, compares); });
    --levels_;
    return added && add_function(*step.what, *this);
  }
  bool add_operand(std::size_t k, bool compared) {
    const program_step& step = steps_[k];
    const auto* const held = held_behind(*step.what);
    if (held && held->value().scalar) return add_number(*held->value().scalar, compared);
    if (step.what->work() != step_work::elementwise || step.stored || step.folded) return add_leaf(k, compared);
    if (const auto found = known_.find(k); found != known_.end()) return push(found->second);
    if (!(step.what->shape() == like_.shape()) || !add_step(k)) return false;
    known_.emplace(k, last());
    return true;
  }
  // Arithmetic takes a number in the type of the result. A comparison takes its value.
  bool add_number(const any_scalar& weak, bool compared) {
    const any_scalar number = compared ? weak : cast(weak, like_.type());
    return visit_held(number, [&](const auto& bits) { return add_value(&bits, number.dtype()); });
  }
  bool add_leaf(std::size_t k, bool compared) {
    const recorded& step = *steps_[k].what;
    const bool is_length = !compared && as_step<length_step>(step), is_number = step.shape().rank() == 0;
    if (!is_length && (step.type() != like_.type() || !(is_number || step.shape() == like_.shape()))) return false;
    const auto found = std::ranges::find(leaves_, k, &step_kernel::leaf::step);
    const auto number = static_cast<std::size_t>(found - leaves_.begin());
    if (!program_stack::add_leaf(number, is_number)) return false;
    if (found == leaves_.end()) leaves_.push_back({k, is_number});
    return true;
  }

  std::span<const program_step> steps_;
  const recorded& like_;
  std::vector<step_kernel::leaf> leaves_;
  std::unordered_map<std::size_t, operand> known_;
  std::size_t levels_ = 0;  // above the step that is being added
};

std::shared_ptr<const step_kernel> step_kernel::of(std::span<const program_step> steps, std::size_t root) {
  return kernel_maker(steps, root).make(root);
}

std::string step_kernel::described() const {
  const std::string made = text() << "a program of " << counted(std::ssize(program_->operations()), "operation");
  return program_->may_be_emitted() ? text() << made << ", machine code after " << tile_program::emitted_from : text() << made;
}

// A tile of copies of a number.
void step_kernel::write_number(const any_operand& value, const std::byte* memory, std::byte* tile) const {
  const std::size_t bytes = size_of(program_->type());
  const auto write = [&](const void* element) {
    spread_bytes(element, 0, static_cast<index_t>(tile_machine_in_use()->tile / bytes), tile, bytes);
  };
  if (memory && value.values.dtype() == program_->type()) return write(memory);
  visit(cast(value.scalar ? *value.scalar : only_element(value.values), program_->type()), [&](const auto& one) { write(&one); });
}

bool step_kernel::run(const run_values& now, const any_tensor& to) const {
  const auto bytes = static_cast<index_t>(size_of(program_->type()));
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
  program_->run(reinterpret_cast<const void* const*>(in), to.size(), const_cast<std::byte*>(out));
  return true;
}

}  // namespace ravel::detail
