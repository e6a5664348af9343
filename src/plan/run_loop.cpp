// SPDX-License-Identifier: BSL-1.0
// Computes the values of a loop in a run: those that are stored, results, and reductions of them.
#include <ravel/any/make.hpp>
#include <ravel/exec/progress.hpp>
#include "plan/loop_run.hpp"
#include "plan/run_state.hpp"

#include <algorithm>

namespace ravel::detail {

// A target may be written before other values are computed if it is no memory that the run reads.
bool program::is_apart_from_given(const run_values& now, const any_tensor& target) const {
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    if (steps_[k].what->work() != step_work::given || !now.is_made(now.tree_of(k))) continue;
    const any_operand& given = now.values[now.tree_of(k)];
    if (!given.scalar && overlap_of(given.values, target)) return false;
  }
  return true;
}

// The memory of a result that a loop computes: its target, or new memory.
std::byte* program::early_target(run_values& now, std::size_t k, const std::optional<targets>& to) const {
  const auto output = static_cast<std::size_t>(std::ranges::find(outputs_, k, &program_output::step) - outputs_.begin());
  const any_tensor* const target = to ? (*to)[output] : nullptr;
  const bool in_target = target && bytes_in_order(*target) && is_apart_from_given(now, *target);
  const recorded& what = *steps_[k].what;
  now.early.push_back({output, in_target ? *target : empty(what.type(), shape_in_run(what, now.lengths)), in_target});
  return bytes_in_order(now.early.back().value);
}

// False if a value is better read in another order: the values are then computed one by one.
bool program::run_loop(run_values& now, const joined_loop& loop, const std::optional<targets>& to) const {
  loop_run values(shape_in_run(positions_of(loop), now.lengths));
  const auto before = std::ssize(now.early);
  const auto add = [&](std::size_t k) {
    const program_step& step = steps_[k];
    now.current = k;
    if (step.what->work() == step_work::at_once) {
      const std::size_t operand = step.operands[0];
      if (!values.has(operand) && !values.add_value(operand, value_of(now, operand), nullptr)) return false;
      values.add_fold(operand, step.what->verb_alone());
      return true;
    }
    if (!now.is_made(now.tree_of(k))) make_tree(now, k);
    std::byte* const memory = step.stored ? bytes_in_order(now.rooms[k]) : early_target(now, k, to);
    return memory && values.add_value(k, now.values[now.tree_of(k)], memory);
  };
  if (!std::ranges::all_of(loop.members, add)) {
    now.early.erase(now.early.begin() + before, now.early.end());
    return false;
  }
  check_stop();
  loop_run::folds made;
  try {
    made = values.run();
  } catch (...) {
    now.current = values.failed();
    throw;
  }
  std::size_t fold = 0;
  for (const std::size_t k : loop.members) {
    if (steps_[k].what->work() != step_work::at_once) continue;
    now.current = k;
    const any_operand found = made[fold++]->result(values.size());
    if (now.has_room(k)) {
      put(found, now.rooms[k]);
    } else {
      now.set(k, scalar_tensor(*found.scalar));
    }
  }
  return true;
}

}  // namespace ravel::detail
