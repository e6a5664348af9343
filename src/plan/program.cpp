// SPDX-License-Identifier: BSL-1.0
// Puts recorded steps in order, joins equal ones, and chooses which values are stored. Each pass goes once over the steps, in a loop.
#include "plan/program.hpp"
#include <ravel/base/error.hpp>

#include <algorithm>
#include <typeinfo>
#include <unordered_map>
#include <unordered_set>

namespace ravel::detail {

namespace {

// A value that takes more additions than this is stored rather than computed twice; so is one that hangs deeper.
constexpr int cheap = 4, deepest = 64;

std::size_t mixed(std::size_t hash, std::size_t more) { return (hash ^ more) * 0x9e3779b97f4a7c15u; }

// Collects steps after their operands. Equal steps get one place.
class collector {
 public:
  explicit collector(std::vector<program_step>& steps) : steps_(steps) {}

  std::size_t place_of(const shared_recorded& wanted) {
    std::vector<const shared_recorded*> left{&wanted};
    while (!left.empty()) {
      const shared_recorded& one = *left.back();
      if (known_.contains(one.get())) {
        left.pop_back();
        continue;
      }
      const std::size_t before = left.size();
      for (const shared_recorded& operand : one->operands()) {
        if (!known_.contains(operand.get())) left.push_back(&operand);
      }
      if (left.size() > before) {
        std::reverse(left.begin() + static_cast<std::ptrdiff_t>(before), left.end());
        continue;
      }
      known_.emplace(one.get(), add(one));
      left.pop_back();
    }
    return known_.at(wanted.get());
  }

 private:
  std::size_t add(const shared_recorded& one) {
    std::vector<std::size_t> operands;
    for (const shared_recorded& operand : one->operands()) operands.push_back(known_.at(operand.get()));
    if (const auto* const named = dynamic_cast<const name_step*>(one.get())) {
      program_step& of = steps_[operands[0]];
      if (of.name.empty()) of.name = named->name();
      return operands[0];
    }
    const recorded& step = *one;
    std::size_t hash = mixed(typeid(step).hash_code(), static_cast<std::size_t>(step.type()));
    for (const std::size_t k : operands) hash = mixed(hash, k);
    auto& alike = alike_[hash];
    for (const std::size_t k : alike) {
      const recorded& other = *steps_[k].what;
      if (typeid(other) == typeid(step) && steps_[k].operands == operands && other.shape() == step.shape() && step.same_call(other))
        return k;
    }
    alike.push_back(steps_.size());
    steps_.push_back({one, std::move(operands), name_of(step), false, 0, {}});
    return steps_.size() - 1;
  }

  std::vector<program_step>& steps_;
  std::unordered_map<const recorded*, std::size_t> known_;
  std::unordered_map<std::size_t, std::vector<std::size_t>> alike_;
};

bool is_lazy(const recorded& step) { return step.work() == step_work::view || step.work() == step_work::elementwise; }

// Lazy values that cost much and are read more than once are stored: by several steps, or stretched, or through a view.
void choose_stored(std::vector<program_step>& steps) {
  std::vector<bool> read_often(steps.size());
  for (const program_step& one : steps) {
    for (const std::size_t k : one.operands) {
      const recorded& operand = *steps[k].what;
      const bool stretched = one.what->work() == step_work::elementwise && !(operand.shape() == one.what->shape());
      if (stretched || one.what->work() == step_work::view || steps[k].uses > 1) read_often[k] = true;
    }
  }
  std::vector<int> cost(steps.size()), depth(steps.size());
  for (std::size_t k = 0; k < steps.size(); ++k) {
    program_step& one = steps[k];
    if (!is_lazy(*one.what)) continue;
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
    if (last[k] < steps.size()) steps[last[k]].last_used.push_back(k);
  }
}

[[noreturn]] void throw_not_given(const recorded& placeholder, const recorded* used_by, const std::string& name) {
  text message;
  message << "the plan needs placeholder " << name_of(placeholder) << ", which is not among its inputs";
  if (used_by && !name.empty()) message << " (used by " << name << ")";
  throw value_error(message);
}

}  // namespace

program::program(std::vector<planned> inputs, std::vector<named_planned> outputs, std::vector<update> updates)
    : inputs_(std::move(inputs)) {
  std::unordered_set<const recorded*> given;
  std::unordered_set<std::string> names;
  for (const planned& one : inputs_) {
    const recorded* const step = planned_access::step(one).get();
    if (!dynamic_cast<const placeholder_step*>(step))
      throw value_error(text() << "an input of a plan is a placeholder, not " << step_text(*step));
    if (!given.insert(step).second || !names.insert(name_of(*step)).second)
      throw value_error(text() << "the plan has two inputs named " << name_of(*step));
  }
  collector collect(steps_);
  names.clear();
  for (named_planned& one : outputs) {
    if (!names.insert(one.name).second) throw value_error(text() << "the plan has two results named " << one.name);
    outputs_.push_back({std::move(one.name), collect.place_of(planned_access::step(one.value))});
  }
  std::unordered_set<const recorded*> updated;
  for (const update& one : updates) {
    const auto& target = static_cast<const variable_step&>(*planned_access::step(one.target));
    const recorded& value = *planned_access::step(one.value);
    if (!updated.insert(&target).second) throw value_error(text() << "variable " << target.name() << " is updated twice");
    if (value.type() != target.type())
      throw type_error(text() << "variable " << step_text(target) << " cannot be updated by elements of " << name(value.type())
                              << ": cast them");
    if (!(value.shape() == target.shape()))
      throw shape_error(text() << "variable " << step_text(target) << " cannot be updated by a value of the shape "
                               << to_string(value.shape()));
    updates_.push_back({&target, collect.place_of(planned_access::step(one.value))});
    variables_.push_back(planned_access::step(one.target));
  }
  std::vector<bool> kept(steps_.size());
  for (program_step& one : steps_) {
    for (const std::size_t k : one.operands) ++steps_[k].uses;
  }
  for (const program_output& one : outputs_) ++steps_[one.step].uses, kept[one.step] = true;
  for (const program_update& one : updates_) {
    ++steps_[one.step].uses, kept[one.step] = true;
    steps_[one.step].stored = steps_[one.step].what->work() != step_work::at_once;  // all is computed before anything is written
  }
  input_steps_.resize(inputs_.size());
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    const shared_recorded& step = steps_[k].what;
    if (dynamic_cast<const variable_step*>(step.get()) && !updated.contains(step.get())) variables_.push_back(step);
    if (!dynamic_cast<const placeholder_step*>(step.get())) continue;
    if (!given.contains(step.get())) {
      const auto user = std::find_if(steps_.begin(), steps_.end(), [k](const program_step& one) {
        return std::find(one.operands.begin(), one.operands.end(), k) != one.operands.end();
      });
      throw_not_given(*step, user == steps_.end() ? nullptr : user->what.get(), user == steps_.end() ? "" : user->name);
    }
    const auto place = std::find_if(inputs_.begin(), inputs_.end(), [&](const planned& one) { return planned_access::step(one) == step; });
    input_steps_[static_cast<std::size_t>(place - inputs_.begin())] = k;
  }
  choose_stored(steps_);
  find_last_uses(steps_, kept);
}

std::size_t program::input_named(std::string_view name) const {
  const auto found =
      std::find_if(inputs_.begin(), inputs_.end(), [&](const planned& one) { return name_of(*planned_access::step(one)) == name; });
  if (found == inputs_.end()) throw value_error(text() << "the plan has no input named " << name);
  return static_cast<std::size_t>(found - inputs_.begin());
}
std::size_t program::input_of(const planned& input) const {
  const auto found = std::find_if(inputs_.begin(), inputs_.end(),
                                  [&](const planned& one) { return planned_access::step(one) == planned_access::step(input); });
  if (found == inputs_.end()) throw value_error(text() << step_text(*planned_access::step(input)) << " is no input of the plan");
  return static_cast<std::size_t>(found - inputs_.begin());
}

}  // namespace ravel::detail
