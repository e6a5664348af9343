// SPDX-License-Identifier: BSL-1.0
// Finds values that one loop can compute together: elementwise work and reductions of all elements over the same positions, which read a
// value in common. Steps between them that need one of them are moved behind. Goes over the steps in loops.
#include "plan/program.hpp"
#include "plan/steps.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <queue>
#include <set>

namespace ravel::detail {

namespace {

// The elements of so many values stay in the second-level cache while a block of each is computed.
constexpr std::size_t most_members = 32;

bool is_elementwise(const program_step& one) {
  return one.what->work() == step_work::elementwise && !one.folded && one.what->type() != dtype::string && one.what->shape().rank() > 0;
}
bool is_fold(std::span<const program_step> steps, const program_step& one) {
  const std::string_view verb = one.operands.size() == 1 ? one.what->verb_alone() : std::string_view();
  if (verb.empty() || one.folded || one.what->shape().rank() > 0) return false;
  const recorded& operand = *steps[one.operands[0]].what;
  return operand.shape().rank() > 0 && make_loop_fold(verb, operand.type()) != nullptr;
}

// A value that a loop computes. Other elementwise work is a part of what reads it.
bool is_member(std::span<const program_step> steps, std::size_t k, const std::vector<bool>& kept) {
  const program_step& one = steps[k];
  return one.loop && (one.stored || kept[k] || one.what->work() == step_work::at_once);
}

// Steps are of one level if none of them needs all elements of another: of what a reduction, another verb or a view reads. Values of one
// level, over the same positions, that hang together by what they read can be computed in one loop.
class loop_finder {
 public:
  loop_finder(std::vector<program_step>& steps, const std::vector<bool>& kept)
      : steps_(steps), kept_(kept), part_(steps.size()), level_(steps.size()), fold_(steps.size()) {
    std::iota(part_.begin(), part_.end(), std::size_t{0});
    for (std::size_t k = 0; k < steps_.size(); ++k) look_at(k);
    find_read_in_step();
  }

  std::vector<joined_loop> loops() {
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> known;  // by part and level
    std::vector<joined_loop> found;
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      if (!is_elementwise(steps_[k]) && !fold_[k]) continue;
      auto [at, is_new] = known.try_emplace({part_of(k), level_[k]}, found.size());
      if (is_new || found[at->second].members.size() == most_members) {
        at->second = found.size();
        found.emplace_back();
      }
      steps_[k].loop = at->second;
      if (is_member(steps_, k, kept_)) found[at->second].members.push_back(k);
    }
    return found;
  }

  // True if a step that needs a value of a loop may stand before the last value of the loop.
  bool needs_order(std::span<const joined_loop> loops) const {
    std::multiset<std::size_t> begun;  // the levels of loops that have begun and not ended
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      const program_step& step = steps_[k];
      const joined_loop* const loop = step.loop ? &loops[*step.loop] : nullptr;
      if (loop && loop->members.front() == k) begun.insert(level_[k]);
      const bool is_computed = step.stored || step.what->work() == step_work::at_once;
      if (is_computed && !begun.empty() && *begun.begin() < level_[k]) return true;
      if (loop && loop->members.back() == k) begun.erase(begun.find(level_[k]));
    }
    return false;
  }

 private:
  bool reads_in_step(std::size_t reader, std::size_t operand) const {
    return fold_[reader] || (is_elementwise(steps_[reader]) && steps_[reader].what->shape() == steps_[operand].what->shape());
  }
  void look_at(std::size_t k) {
    fold_[k] = is_fold(steps_, steps_[k]);
    for (const std::size_t operand : steps_[k].operands) {
      const bool in_step = reads_in_step(k, operand), lazy = is_elementwise(steps_[operand]);
      if (in_step) part_[part_of(k)] = part_of(operand);
      if (!in_step) steps_[operand].read_in_step = false;
      const bool waits = steps_[operand].what->work() == step_work::at_once || (lazy && !in_step);
      level_[k] = std::max(level_[k], level_[operand] + waits);
    }
  }
  // A lazy value reads its operands where it is read itself.
  void find_read_in_step() {
    for (std::size_t k = steps_.size(); k-- > 0;) {
      if (steps_[k].stored || steps_[k].read_in_step) continue;
      for (const std::size_t operand : steps_[k].operands) steps_[operand].read_in_step = false;
    }
  }
  std::size_t part_of(std::size_t k) {
    while (part_[k] != k) k = part_[k] = part_[part_[k]];
    return k;
  }

  std::vector<program_step>& steps_;
  const std::vector<bool>& kept_;
  std::vector<std::size_t> part_;  // those that hang together have one root
  std::vector<std::size_t> level_;
  std::vector<bool> fold_;
};

// The steps in an order in which those of a loop stand together, each behind its operands, and otherwise as before.
class loop_order {
 public:
  explicit loop_order(std::span<const program_step> steps) : steps_(steps), units_(steps.size()), waits_(steps.size()) {
    for (std::size_t k = 0; k < steps_.size(); ++k) units_[unit_of(k)].steps.push_back(k);
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      for (const std::size_t operand : steps_[k].operands) {
        if (unit_of(operand) == unit_of(k)) continue;
        units_[unit_of(operand)].readers.push_back(unit_of(k));
        ++waits_[unit_of(k)];
      }
    }
  }

  std::vector<std::size_t> order() {
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      if (unit_of(k) == k && waits_[k] == 0) ready.push(k);
    }
    std::vector<std::size_t> made;
    while (!ready.empty()) {
      const unit& next = units_[ready.top()];
      ready.pop();
      made.insert(made.end(), next.steps.begin(), next.steps.end());
      for (const std::size_t reader : next.readers) {
        if (--waits_[reader] == 0) ready.push(reader);
      }
    }
    return made;
  }

 private:
  struct unit {
    std::vector<std::size_t> steps, readers;
  };
  // A unit is named by its first step.
  std::size_t unit_of(std::size_t k) {
    if (!steps_[k].loop) return k;
    return first_.try_emplace(*steps_[k].loop, k).first->second;
  }

  std::span<const program_step> steps_;
  std::map<std::size_t, std::size_t> first_;  // the first step of each loop
  std::vector<unit> units_;
  std::vector<std::size_t> waits_;  // for so many operands
};

}  // namespace

void program::join_loops(std::vector<bool>& kept) {
  loop_finder finder(steps_, kept);
  loops_ = finder.loops();
  std::vector<std::optional<std::size_t>> number(loops_.size());
  std::size_t joined = 0;
  for (std::size_t k = 0; k < loops_.size(); ++k) {
    if (loops_[k].members.size() > 1) number[k] = joined++;
  }
  for (program_step& one : steps_) one.loop = one.loop ? number[*one.loop] : std::nullopt;
  std::erase_if(loops_, [](const joined_loop& one) { return one.members.size() < 2; });
  if (finder.needs_order(loops_)) put_in_order(loop_order(steps_).order(), kept);
  for (joined_loop& one : loops_) one.members.clear();
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    if (is_member(steps_, k, kept)) loops_[*steps_[k].loop].members.push_back(k);
  }
}

// `order` has the former places of the steps.
void program::put_in_order(std::span<const std::size_t> order, std::vector<bool>& kept) {
  std::vector<std::size_t> place(steps_.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  std::vector<program_step> steps;
  std::vector<bool> kept_there(steps_.size());
  for (const std::size_t former : order) {
    program_step& step = steps.emplace_back(std::move(steps_[former]));
    for (std::size_t& operand : step.operands) operand = place[operand];
    kept_there[place[former]] = kept[former];
  }
  steps_ = std::move(steps);
  kept = std::move(kept_there);
  for (program_output& one : outputs_) one.step = place[one.step];
  for (program_update& one : updates_) one.step = place[one.step];
  for (auto& one : input_steps_) {
    if (one) one = place[*one];
  }
}

}  // namespace ravel::detail
