// SPDX-License-Identifier: BSL-1.0
// Decides about the values of a plan: which are computed with the plan, which are stored, and how long each is needed.
#include "plan/program.hpp"

#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

// A value that takes more additions than this is stored rather than computed twice; so is one that hangs deeper.
constexpr int cheap = 4, deepest = 64;

bool is_lazy(const recorded& step) { return step.work() == step_work::view || step.work() == step_work::elementwise; }

// A value that is the same in every run, as nobody can write what it reads.
bool is_fixed(const recorded& step) {
  const auto* const held = held_behind(step);
  return held && (held->value().scalar || any_tensor_access::node(held->value().values).as_node().immutable());
}
bool is_small(const recorded& step) {
  constexpr index_t most_elements = 8192;
  index_t elements = 1;
  for (const planned_length& one : step.shape().lengths()) {
    const std::optional<index_t> length = one.number();
    if (!length || *length > most_elements / elements) return false;
    elements = std::max<index_t>(1, elements * *length);
  }
  return step.type() != dtype::string && !step.gives_parts();
}

}  // namespace

// Lazy values that cost much and are read more than once are stored: by several steps, or stretched, or through a view. So are numbers
// that are stretched, and factors of products, which would be copied to new memory.
void choose_stored(std::vector<program_step>& steps) {
  std::vector<bool> read_often(steps.size());
  for (const program_step& one : steps) {
    for (const std::size_t k : one.operands) {
      const recorded& operand = *steps[k].what;
      const bool stretched = one.what->work() == step_work::elementwise && !(operand.shape() == one.what->shape());
      if (stretched || one.what->work() == step_work::view || steps[k].uses > 1) read_often[k] = true;
      const bool is_number = stretched && is_lazy(operand) && operand.shape().rank() == 0;
      const bool is_factor = one.what->reads_memory() && operand.work() == step_work::elementwise;
      if ((is_number || is_factor) && !steps[k].folded) steps[k].stored = true;
    }
  }
  std::vector<int> cost(steps.size()), depth(steps.size());
  for (std::size_t k = 0; k < steps.size(); ++k) {
    program_step& one = steps[k];
    if (!is_lazy(*one.what) || one.folded) continue;
    int whole = one.what->cost(), below = 0;
    for (const std::size_t operand : one.operands) {
      if (steps[operand].stored) continue;
      whole = std::min(whole + cost[operand], 1 << 20);
      below = std::max(below, depth[operand]);
    }
    one.stored = one.stored || (read_often[k] && whole > cheap) || below + 1 >= deepest;
    cost[k] = whole;
    depth[k] = below + 1;
  }
}

// A lazy value reads those of its operands whenever it is read, so they live as long as its last reader.
void find_last_uses(std::vector<program_step>& steps, const std::vector<bool>& kept) {
  std::vector<std::size_t> last(steps.size());
  for (std::size_t k = 0; k < steps.size(); ++k) last[k] = kept[k] ? steps.size() : k;
  for (std::size_t k = steps.size(); k-- > 0;) {
    const bool goes_on = is_lazy(*steps[k].what) && !steps[k].stored;
    for (const std::size_t operand : steps[k].operands) last[operand] = std::max(last[operand], goes_on ? last[k] : k);
  }
  for (std::size_t k = 0; k < steps.size(); ++k) {
    steps[k].last_reader = last[k];
    if (last[k] < steps.size()) steps[last[k]].last_used.push_back(k);
  }
}

// Computes steps whose operands are all the same in every run. What fails stays a step, and fails in the run.
void fold_constants(std::vector<program_step>& steps, const std::vector<bool>& kept) {
  std::vector<any_operand> values(steps.size(), any_operand(any_scalar()));
  std::vector<bool> fixed(steps.size()), read(steps.size());
  for (std::size_t k = 0; k < steps.size(); ++k) {
    program_step& step = steps[k];
    if (step.what->work() == step_work::given) {
      fixed[k] = is_fixed(*step.what);
      if (fixed[k]) values[k] = step.what->run({nullptr, {}}, {});
    } else if (is_small(*step.what) && std::ranges::all_of(step.operands, [&](std::size_t operand) { return fixed[operand]; })) {
      try {
        const any_operand made = step.what->run({values.data(), step.operands}, {});
        step.folded = values[k] = made.scalar ? scalar_tensor(*made.scalar) : clone(made.values);
        fixed[k] = true;
      } catch (const error&) {
      }
    }
    if (step.folded) continue;
    for (const std::size_t operand : step.operands) read[operand] = true;
  }
  for (std::size_t k = 0; k < steps.size(); ++k) {
    if (!read[k] && !kept[k]) steps[k].folded.reset();
  }
}

}  // namespace ravel::detail
