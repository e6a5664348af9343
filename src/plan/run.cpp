// SPDX-License-Identifier: BSL-1.0
// Runs the steps of a plan: checks what is given, computes in order, and writes results and variables at the end.
#include <ravel/any/copy.hpp>
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/exec/progress.hpp>
#include "exec/unwatched.hpp"
#include "plan/program.hpp"

#include <algorithm>
#include <cstring>

namespace ravel::detail {

namespace {

// The name of a step in a message.
std::string title(const program& of, const program_step& step) {
  std::vector<std::string> operands;
  for (const std::size_t k : step.operands) {
    const program_step& operand = of.steps()[k];
    operands.push_back(operand.name.empty() ? step_text(*operand.what) : operand.name);
  }
  return (step.name.empty() ? "" : step.name + " = ") + step.what->written(operands);
}

template <class Kind>
void throw_if(const error& thrown, const std::string& step) {
  if (dynamic_cast<const Kind*>(&thrown)) throw Kind(thrown.what() + ("\n  in " + step));
}
// Errors of the library say which step they come from. Others pass as they are.
template <class F>
void in_step(const program& of, const program_step& step, const F& f) {
  try {
    f();
  } catch (const cancelled&) {
    throw;
  } catch (const error& thrown) {
    const std::string named = title(of, step);
    throw_if<shape_error>(thrown, named);
    throw_if<index_error>(thrown, named);
    throw_if<type_error>(thrown, named);
    throw_if<value_error>(thrown, named);
    throw_if<overflow_error>(thrown, named);
    throw_if<layout_error>(thrown, named);
    throw;
  }
}

// The elements of a step in memory of the workspace, which the next run of these extents uses again.
any_tensor in_room(const any_tensor& value, any_tensor& room) {
  if (room.dtype() != value.dtype() || room.shape() != value.shape()) room = empty(value.dtype(), value.shape());
  copy(value, room);
  return room;
}

class run_scope {
 public:
  run_scope(run_state& state, std::span<const program_update> updates) : state_(state), updates_(updates) {
    if (state_.busy.exchange(true, std::memory_order_acquire))
      throw value_error("a workspace runs one plan at a time: make one for each thread");
    for (; begun_ < updates_.size(); ++begun_) {
      const variable_step& target = *updates_[begun_].target;
      if (target.begin_update()) continue;
      end();
      throw value_error(text() << "variable " << target.name() << " is being updated by another run");
    }
  }
  ~run_scope() {
    state_.values.assign(state_.values.size(), any_operand(any_scalar()));
    end();
  }
  run_scope(const run_scope&) = delete;
  run_scope& operator=(const run_scope&) = delete;

 private:
  void end() {
    while (begun_ > 0) updates_[--begun_].target->end_update();
    state_.busy.store(false, std::memory_order_release);
  }

  run_state& state_;
  std::span<const program_update> updates_;
  std::size_t begun_ = 0;
};

// Extents that only the elements tell are those of the result. All others must be as they were recorded.
void find_extents(const recorded& step, const any_tensor& made, extent_values& extents) {
  const auto lengths = step.shape().lengths();
  bool agree = std::ssize(lengths) == made.rank();
  for (std::size_t k = 0; agree && k < lengths.size(); ++k) {
    const index_t found = made.extent(static_cast<index_t>(k));
    const std::optional<planned_extent> lone = lengths[k].lone_extent();
    agree = lone ? !extents.set(*lone, found) : lengths[k].at(extents) == found;
  }
  if (!agree)
    throw shape_error(text() << "the result has the shape " << to_string(made.shape()) << ", and " << to_string(step.shape())
                             << " was recorded");
}

// The elements, if they are bytes that lie row by row in memory; else null.
std::byte* bytes_in_order(const any_tensor& x) {
  const untyped_tensor& values = any_tensor_access::node(x);
  const map_facts& map = values.facts();
  const untyped_node& base = *values.base();
  const bool in_order = map.in_line && base.lends() && (map.step * base.lent_step() == 1 || x.size() < 2);
  if (!in_order || !values.kind().of_bytes() || x.size() == 0) return nullptr;
  return static_cast<std::byte*>(const_cast<void*>(base.lent_from(map.first)));
}

// Copies a value that is computed. Cannot throw if both lie in order in memory.
void write(const any_tensor& value, const any_tensor& target) {
  std::byte *const from = bytes_in_order(value), *const to = bytes_in_order(target);
  if (!from || !to) return copy(value, target);
  std::memmove(to, from, static_cast<std::size_t>(value.size() * any_tensor_access::node(value).kind().bytes));
}

bool overlap_of(const any_tensor& a, const any_tensor& b) {
  return a.size() > 0 && b.size() > 0 && any_tensor_access::shared(a)->meets(any_tensor_access::node(b).extent()) != overlap::none;
}

}  // namespace

void program::set_input(run_state& state, std::size_t place, const any_tensor& value) const {
  const auto& wanted = static_cast<const placeholder_step&>(*planned_access::step(inputs_[place]));
  if (value.dtype() != wanted.type())
    throw type_error(text() << "placeholder " << wanted.name() << " has elements of " << name(wanted.type()) << ", and was given "
                            << name(value.dtype()) << ": cast it, or declare another type");
  const shape given = value.shape();
  if (given.rank() != wanted.shape().rank())
    throw shape_error(text() << "placeholder " << step_text(wanted) << " was given the shape " << to_string(given));
  for (index_t axis = 0; axis < given.rank(); ++axis) {
    const planned_length& declared = wanted.shape()[axis];
    if (const auto number = declared.number()) {
      if (*number != given[axis])
        throw shape_error(text() << "placeholder " << step_text(wanted) << " was given the shape " << to_string(given));
    } else if (const auto before = state.extents.set(*declared.lone_extent(), given[axis])) {
      throw shape_error(text() << "extent " << declared.lone_extent()->name() << " is " << *before << ", and " << given[axis] << " in "
                               << wanted.name());
    }
  }
  if (const auto step = input_steps_[place]) state.values[*step] = value;
}

void program::set_inputs(run_state& state, const run_inputs& inputs) const {
  if (!inputs.in_order_.empty() && inputs.in_order_.size() != inputs_.size())
    throw value_error(text() << "the plan has " << inputs_.size() << " inputs, and was given " << inputs.in_order_.size());
  std::vector<const any_tensor*> given(inputs_.size());
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    if (!inputs.in_order_.empty()) {
      given[k] = &inputs.in_order_[k];
    } else if (state.bound[k]) {
      given[k] = &*state.bound[k];
    }
  }
  for (const named_tensor& one : inputs.by_name_) given[input_named(one.name)] = &one.tensor;
  state.extents.clear();
  for (std::size_t k = 0; k < given.size(); ++k) {
    if (!given[k]) throw value_error(text() << "placeholder " << name_of(*planned_access::step(inputs_[k])) << " was given no value");
    set_input(state, k, *given[k]);
  }
}

void program::compute(run_state& state) const {
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    const program_step& step = steps_[k];
    check_stop();
    in_step(*this, step, [&] {
      if (!dynamic_cast<const placeholder_step*>(step.what.get())) {
        state.values[k] = step.what->run({state.values.data(), step.operands}, state.extents);
      }
      if (step.what->work() == step_work::at_once) find_extents(*step.what, state.values[k].values, state.extents);
      if (!step.stored) return;
      any_operand& value = state.values[k];
      value = in_room(value.scalar ? scalar_tensor(*value.scalar) : value.values, state.rooms[k]);
    });
    for (const std::size_t unused : step.last_used) state.values[unused] = any_scalar();
  }
}

// A target for each result, or null.
std::vector<const any_tensor*> program::targets_of(const run_state& state, const results_into& into) const {
  std::vector<const any_tensor*> targets(outputs_.size());
  for (const named_tensor& one : into.targets) {
    const auto found =
        std::find_if(outputs_.begin(), outputs_.end(), [&](const program_output& output) { return output.name == one.name; });
    if (found == outputs_.end()) throw value_error(text() << "the plan has no result named " << one.name);
    const auto place = static_cast<std::size_t>(found - outputs_.begin());
    if (targets[place]) throw value_error(text() << "the result " << one.name << " goes to two places");
    const recorded& made = *steps_[found->step].what;
    if (made.type() != one.tensor.dtype())
      throw type_error(text() << "the result " << one.name << " has elements of " << name(made.type()) << ", and its target "
                              << name(one.tensor.dtype()));
    const shape wanted = shape_at(made.shape(), state.extents);
    if (one.tensor.shape() != wanted)
      throw shape_error(text() << "the result " << one.name << " has the shape " << to_string(wanted) << ", and its target "
                               << to_string(one.tensor.shape()));
    check_writable(one.tensor);
    for (const named_tensor& other : into.targets) {
      if (&other == &one) break;
      if (overlap_of(other.tensor, one.tensor))
        throw value_error(text() << "the targets of the results " << other.name << " and " << one.name << " overlap");
    }
    targets[place] = &one.tensor;
  }
  return targets;
}

// A lazy result may read a target or a variable, so all are computed before the first is written. One alone is computed where it goes.
results program::results_of(run_state& state, const results_into& into) const {
  const auto targets = targets_of(state, into);
  const bool alone = outputs_.size() + updates_.size() == 1;
  results made;
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    const program_step& step = steps_[outputs_[k].step];
    const any_operand& value = state.values[outputs_[k].step];
    const bool at_once = step.what->work() == step_work::at_once;
    in_step(*this, step, [&] {
      any_tensor result = value.scalar ? scalar_tensor(*value.scalar) : value.values;
      if (targets[k] && alone) {
        write(result, *targets[k]);
        result = *targets[k];
      } else if (targets[k] ? !at_once && !step.stored : !at_once || step.uses > 1) {
        result = clone(result);
      }
      made.all_.push_back({outputs_[k].name, std::move(result)});
    });
  }
  const unwatched until_all_are_written;
  for (std::size_t k = 0; k < targets.size(); ++k) {
    if (!targets[k] || alone) continue;
    write(made.all_[k].tensor, *targets[k]);
    made.all_[k].tensor = *targets[k];
  }
  return made;
}

void program::write_updates(const run_state& state) const {
  const unwatched until_all_are_written;
  // Those whose write may throw come first, so that they alone can be left half written.
  for (const bool in_order : {false, true}) {
    for (const program_update& one : updates_) {
      const any_tensor& target = one.target->where();
      if ((bytes_in_order(target) != nullptr) == in_order) write(state.values[one.step].values, target);
    }
  }
}

results program::run(run_state& state, const run_inputs& inputs, const results_into& into) const {
  const run_scope scope(state, updates_);
  set_inputs(state, inputs);
  compute(state);
  results made = results_of(state, into);
  write_updates(state);
  return made;
}

}  // namespace ravel::detail
