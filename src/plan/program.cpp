// SPDX-License-Identifier: BSL-1.0
// Puts recorded steps in order, joins equal ones, and gives each value a place. Goes over the steps in loops.
#include "plan/program.hpp"
#include <ravel/base/error.hpp>

#include <algorithm>
#include <typeinfo>
#include <unordered_map>
#include <unordered_set>

namespace ravel::detail {

namespace {

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
      if (const shared_recorded* const same = same_value(*one)) {  // its operands may be read by nobody
        if (const auto found = known_.find(same->get()); found == known_.end()) {
          left.push_back(same);
        } else {
          known_.emplace(one.get(), found->second);
        }
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
    if (const auto* const named = as_step<name_step>(*one)) {
      program_step& of = steps_[operands[0]];
      if (of.name.empty()) of.name = named->name();
      return operands[0];
    }
    const recorded& step = *one;
    std::size_t hash = mixed(mixed(typeid(step).hash_code(), static_cast<std::size_t>(step.type())), step.call_hash());
    for (const std::size_t k : operands) hash = mixed(hash, k);
    const auto [first, last] = alike_.equal_range(hash);
    for (auto known = first; known != last; ++known) {
      const std::size_t k = known->second;
      const recorded& other = *steps_[k].what;
      if (typeid(other) == typeid(step) && steps_[k].operands == operands && other.shape() == step.shape() && step.same_call(other))
        return k;
    }
    alike_.emplace(hash, steps_.size());
    program_step& made = steps_.emplace_back();
    made.what = one;
    made.operands = std::move(operands);
    made.name = name_of(step);
    made.may_end_below_zero = found_extent::may_end_below_zero(step.shape()) ||
                              std::ranges::any_of(made.operands, [&](std::size_t k) { return steps_[k].may_end_below_zero; });
    return steps_.size() - 1;
  }

  std::vector<program_step>& steps_;
  std::unordered_map<const recorded*, std::size_t> known_;
  std::unordered_multimap<std::size_t, std::size_t> alike_;
};

[[noreturn]] void throw_not_given(const recorded& placeholder, const recorded* used_by, const std::string& name) {
  text message;
  message << "the plan needs placeholder " << name_of(placeholder) << ", which is not among its inputs";
  if (used_by && !name.empty()) message << " (used by " << name << ")";
  throw value_error(message);
}

// The inputs tell each extent that no step finds. (Elementwise work has lengths of its operands alone.)
void check_extents(const std::vector<planned>& inputs, std::span<const program_step> steps) {
  std::unordered_set<std::uint64_t> told;
  for (const planned& one : inputs)
    found_extent::each_extent(one.shape().lengths(), [&](const planned_extent& of) { told.insert(found_extent::number(of)); });
  for (const program_step& one : steps) {
    if (one.what->work() == step_work::elementwise) continue;
    const auto check = [&](const planned_extent& of) {
      if (!found_extent::is_of_input(of) || told.contains(found_extent::number(of))) return;
      throw value_error(text() << "the plan needs extent " << of.name() << ", which none of its inputs has"
                               << (one.name.empty() ? "" : " (used by " + one.name + ")"));
    };
    found_extent::each_extent(one.what->shape().lengths(), check);
    found_extent::each_extent(one.what->reads_lengths(), check);
  }
}

}  // namespace

program::program(std::vector<planned> inputs, std::vector<named_planned> outputs, std::vector<update> updates)
    : inputs_(std::move(inputs)) {
  for (const planned& one : inputs_) {
    const recorded* const step = planned_access::step(one).get();
    const auto* const placeholder = as_step<placeholder_step>(*step);
    if (!placeholder) throw value_error(text() << "an input of a plan is a placeholder, not " << step_text(*step));
    const std::size_t place = by_name_.size();
    if (!by_step_.emplace(step, place).second || !by_name_.emplace(placeholder->name(), place).second)
      throw value_error(text() << "the plan has two inputs named " << placeholder->name());
  }
  collector collect(steps_);
  std::unordered_set<std::string> names;
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
    for (const program_update& before : updates_) {
      if (share_elements(before.target->where(), target.where()))
        throw value_error(text() << "variables " << before.target->name() << " and " << target.name()
                                 << " share elements: update one of them");
    }
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
    if (as_step<variable_step>(*step) && !updated.contains(step.get())) variables_.push_back(step);
    if (!as_step<placeholder_step>(*step)) continue;
    const auto place = by_step_.find(step.get());
    if (place == by_step_.end()) {
      const auto user = std::find_if(steps_.begin(), steps_.end(), [k](const program_step& one) {
        return std::find(one.operands.begin(), one.operands.end(), k) != one.operands.end();
      });
      throw_not_given(*step, user == steps_.end() ? nullptr : user->what.get(), user == steps_.end() ? "" : user->name);
    }
    input_steps_[place->second] = k;
  }
  check_extents(inputs_, steps_);
  fold_constants(steps_, kept);
  choose_stored(steps_);
  join_loops(kept);
  find_last_uses(steps_, kept);
  add_kernels();
  choose_places();
}

// Values that are read as a whole are stored if they are short: by verbs, and by results that wait for others.
void program::add_kernels() {
  const bool alone = outputs_.size() + updates_.size() == 1;
  std::vector<bool> whole(steps_.size()), is_result(steps_.size());
  for (const program_step& one : steps_) {
    for (const std::size_t k : one.operands) whole[k] = whole[k] || one.what->work() == step_work::at_once;
  }
  for (const program_output& one : outputs_) whole[one.step] = is_result[one.step] = true;
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    program_step& one = steps_[k];
    if (one.what->work() != step_work::elementwise || one.folded || !(one.stored || whole[k])) continue;
    one.kernel = step_kernel::of(steps_, k);
    one.stored_if_short = one.kernel && !one.stored && !(alone && is_result[k]);
  }
}

void program::choose_places() {
  places_ = steps_.size();
  std::vector<std::optional<std::size_t>> slot_of(steps_.size());
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    program_step& step = steps_[k];
    step.tree = step.stored || step.stored_if_short ? places_++ : k;
    if (step.what->work() != step_work::given) step.reads = step.operands;
    if (step.what->work() != step_work::elementwise) continue;
    for (std::size_t& place : step.reads) {
      const recorded& operand = *steps_[place].what;
      const bool has_slot = as_step<placeholder_step>(operand) && operand.type() != dtype::string && operand.shape() == step.what->shape();
      if (!has_slot) continue;
      auto& slot = slot_of[place];
      if (!slot) {
        slot = places_++;
        slots_.push_back({place, *slot});
      }
      place = *slot;
    }
  }
}

std::size_t program::input_named(std::string_view name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) throw value_error(text() << "the plan has no input named " << name);
  return found->second;
}
std::size_t program::input_of(const planned& input) const {
  const auto found = by_step_.find(planned_access::step(input).get());
  if (found == by_step_.end()) throw value_error(text() << step_text(input) << " is no input of the plan");
  return found->second;
}

void program::check_lengths(const char* needed_by, const extent_values& lengths) const {
  for (const planned& one : inputs_) {
    if (!one.shape().known_by(lengths)) throw value_error(text() << needed_by << " needs the lengths of " << step_text(one));
  }
}

}  // namespace ravel::detail
