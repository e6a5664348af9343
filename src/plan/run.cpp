// SPDX-License-Identifier: BSL-1.0
// Runs the steps of a plan: computes in order, and writes results and variables at the end.
#include <ravel/any/make.hpp>
#include <ravel/base/detail/small_vector.hpp>
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/exec/progress.hpp>
#include "exec/unwatched.hpp"
#include "exec/watched_stages.hpp"
#include "plan/program.hpp"
#include "plan/run_state.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace ravel::detail {

constinit index_t longest_short_value = 8192;

void put(const any_operand& value, const any_tensor& room) {
  if (!value.scalar || value.scalar->dtype() != room.dtype()) return copy(value.scalar ? scalar_tensor(*value.scalar) : value.values, room);
  void* const to = const_cast<void*>(any_tensor_access::node(room).base()->lent_from(0));
  visit_held(*value.scalar, [to]<class T>(const T& one) { *static_cast<T*>(to) = one; });
}

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

// Errors of the library say in which step of the run they arose. Others pass as they are.
template <class F>
void with_step_named(const program& of, const run_values& now, const F& f) {
  try {
    f();
  } catch (const error& thrown) {
    throw_same_kind(thrown, thrown.what() + ("\n  in " + title(of, of.steps()[now.current])));
    throw;
  }
}

any_tensor tensor_of(const any_operand& value) { return value.scalar ? scalar_tensor(*value.scalar) : value.values; }

// A workspace in which a run is under way.
class busy_workspace : noncopyable {
 public:
  explicit busy_workspace(run_state& state) : state_(state) {
    if (state_.busy.exchange(true, std::memory_order_acquire))
      throw value_error("a workspace runs one plan at a time: make one for each thread");
  }
  ~busy_workspace() { state_.busy.store(false, std::memory_order_release); }

 private:
  run_state& state_;
};

// The updates of a run that is under way. No two runs update one element at a time, whatever plan and whatever variable they do it by.
class running_updates : noncopyable {
 public:
  explicit running_updates(std::span<const program_update> updates) : updates_(updates) {
    if (updates_.empty()) return;
    const std::lock_guard guard(one_at_a_time);
    for (const running_updates* other = first; other; other = other->next_) check_apart(*other);
    next_ = std::exchange(first, this);
  }
  ~running_updates() {
    if (updates_.empty()) return;
    const std::lock_guard guard(one_at_a_time);
    running_updates** place = &first;
    while (*place != this) place = &(*place)->next_;
    *place = next_;
  }

 private:
  void check_apart(const running_updates& other) const {
    for (const program_update& theirs : other.updates_) {
      for (const program_update& mine : updates_) {
        if (share_elements(mine.target->where(), theirs.target->where()))
          throw value_error(text() << "variable " << mine.target->name() << " is being updated by another run");
      }
    }
  }

  static constinit inline std::mutex one_at_a_time;
  static constinit inline running_updates* first = nullptr;

  std::span<const program_update> updates_;
  running_updates* next_ = nullptr;
};

class run_scope : noncopyable {
 public:
  run_scope(run_state& state, std::span<const program_update> updates) : state_(state), busy_(state), updates_(updates) {}
  ~run_scope() {
    if (values_) values_->end_run();
  }

  run_values& begin(const extent_values& lengths, std::span<const any_tensor* const> inputs) {
    values_ = &state_.values_for(lengths);
    values_->take_inputs(inputs);
    return *values_;
  }

 private:
  run_state& state_;
  busy_workspace busy_;
  running_updates updates_;
  run_values* values_ = nullptr;
};

// Extents that only the elements tell are those of the result. All others must be as they were recorded.
void find_extents(const recorded& step, const any_operand& made, extent_values& extents) {
  const auto& lengths = step.shape().lengths();
  if (made.scalar && lengths.empty()) return;
  const dims& found = made.values.dims();
  bool agree = !made.scalar && std::ssize(lengths) == found.rank();
  for (std::size_t k = 0; agree && k < lengths.size(); ++k) {
    const index_t length = found.shape()[static_cast<index_t>(k)];
    const planned_extent* const lone = found_extent::lone(lengths[k]);
    agree = lone ? !extents.set(*lone, length) : found_extent::length_in_run(lengths[k], extents) == length;
  }
  if (!agree)
    throw shape_error(text() << "the result has the shape " << to_string(tensor_of(made).shape()) << ", and " << to_string(step.shape())
                             << " was recorded");
}

// Copies a value that is computed. Cannot throw if both lie in order in memory.
void write(const any_tensor& value, const any_tensor& target) {
  std::byte *const from = bytes_in_order(value), *const to = bytes_in_order(target);
  if (!from || !to) return copy(value, target);
  std::memmove(to, from, static_cast<std::size_t>(value.size() * any_tensor_access::node(value).kind().bytes));
}

}  // namespace

// A lazy value, or a length, is made when it is first read.
const any_operand& program::value_of(run_values& now, std::size_t place) const {
  if (!now.is_made(place)) make_tree(now, place);
  return now.values[place];
}
void program::make_tree(run_values& now, std::size_t k) const {
  const program_step& step = steps_[k];
  for (const std::size_t place : step.reads) value_of(now, place);
  const std::size_t before = std::exchange(now.current, k);
  any_operand made = step.what->run({now.values.data(), step.reads}, now.lengths);
  if (step.may_end_below_zero && step.what->work() == step_work::view) find_extents(*step.what, made, now.lengths);
  now.set(now.tree_of(k), std::move(made));
  now.current = before;
}

// Computes a short value without a tree.
bool program::run_kernel(run_values& now, std::size_t k, const any_tensor& to) const {
  const step_kernel* const kernel = steps_[k].kernel.get();
  if (!kernel || to.size() > longest_short_value) return false;
  for (const step_kernel::leaf& leaf : kernel->leaves()) value_of(now, leaf.step);
  return kernel->run(now, to);
}

// Computes a call that is bound to the lengths, if its operands lie in memory.
bool program::run_bound(run_values& now, std::size_t k) const {
  run_values::bound_step* const bound = now.bound_at(k);
  if (!bound) return false;
  small_vector<const std::byte*, 2> memory;
  for (const std::size_t place : bound->reads) {
    value_of(now, place);
    memory.push_back(now.memory_of(place));
    if (!memory.back()) return false;
  }
  bound->call->run(as_span(memory), now.rooms[k]);
  return true;
}

void program::compute_step(run_values& now, std::size_t k) const {
  const program_step& step = steps_[k];
  now.current = k;
  if (now.has_room(k) && !step.folded) {
    check_stop();
    fill_room(now, k);
  } else if (step.what->work() == step_work::at_once && !step.folded) {
    check_stop();
    now.set(k, tensor_of(result_at_once(now, k)));
  }
}

// A loop of long values is one stage, and so is each other value that is computed, at its step or as a result.
index_t program::stages_of(const run_values& now) const {
  index_t count = 0;
  for (const std::size_t k : now.busy_steps()) {
    count += now.in_long_loop(k) ? loops_[*steps_[k].loop].members.back() == k : now.is_computed(k);
  }
  for (const program_output& one : outputs_) count += !now.in_long_loop(one.step) && !now.is_computed(one.step);
  return count;
}

// The values of a loop of long ones are computed at the last of them, and what they read is needed until then.
void program::compute(run_values& now, const std::optional<targets>& to, watched_stages& stages) const {
  const auto forget_unused = [&](std::size_t k) {
    for (const std::size_t unused : steps_[k].last_used) {
      if (!now.is_lasting(unused)) now.forget(unused);
    }
  };
  for (const std::size_t k : now.busy_steps()) {
    const joined_loop* const loop = now.in_long_loop(k) ? &loops_[*steps_[k].loop] : nullptr;
    if (!loop) {
      compute_step(now, k);
      forget_unused(k);
      if (now.is_computed(k)) stages.next();
    } else if (loop->members.back() == k) {
      if (!run_loop(now, *loop, to)) {
        for (const std::size_t member : loop->members) compute_step(now, member);
      }
      for (const std::size_t member : loop->members) forget_unused(member);
      stages.next();
    }
  }
}

any_operand program::result_at_once(run_values& now, std::size_t k) const {
  const program_step& step = steps_[k];
  for (const std::size_t place : step.reads) value_of(now, place);
  any_operand made = step.what->run({now.values.data(), step.reads}, now.lengths);
  find_extents(*step.what, made, now.lengths);
  return made;
}

void program::fill_room(run_values& now, std::size_t k) const {
  const recorded& what = *steps_[k].what;
  any_tensor& room = now.rooms[k];
  if (!now.is_lasting(k)) {
    const shape extents = shape_in_run(what, now.lengths);
    if (room.dtype() != what.type() || room.shape() != extents) room = empty(what.type(), extents);
    now.set(k, room);
  }
  if (what.work() == step_work::at_once) {
    if (!run_bound(now, k)) put(result_at_once(now, k), room);
    return;
  }
  if (run_kernel(now, k, room)) return;
  if (!now.is_made(now.tree_of(k))) make_tree(now, k);
  put(now.values[now.tree_of(k)], room);
}

// A lazy result may read a target or a variable, so all are computed before the first is written. One alone is computed where it goes.
results program::results_of(run_values& now, const targets& to, watched_stages& stages) const {
  const bool alone = outputs_.size() + updates_.size() == 1;
  small_vector<any_tensor, 4> made(outputs_.size());
  small_vector<bool, 4> written(outputs_.size(), false);
  for (run_values::early_result& one : now.early) {
    made[one.output] = std::move(one.value);
    written[one.output] = one.in_target;
  }
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    if (std::ranges::find(now.early, k, &run_values::early_result::output) != now.early.end()) continue;
    now.current = outputs_[k].step;
    const program_step& step = steps_[now.current];
    const bool at_once = step.what->work() == step_work::at_once, in_room = now.has_room(now.current);
    const bool stays = to[k] ? at_once || in_room : at_once && !in_room && !step.folded && step.uses == 1;
    if (stays) {
      made[k] = tensor_of(value_of(now, now.current));
    } else {
      written[k] = to[k] && alone;
      made[k] = written[k] ? *to[k] : empty(step.what->type(), now.shape_of_result(k));
      if (in_room || !run_kernel(now, now.current, made[k])) write(tensor_of(value_of(now, now.current)), made[k]);
    }
    if (!now.is_computed(now.current)) stages.next();
  }
  const unwatched until_all_are_written;
  results given;
  given.of_ = shared_from_this();
  for (std::size_t k = 0; k < to.size(); ++k) {
    if (to[k] && !written[k]) write(made[k], *to[k]);
    given.tensors_.push_back(to[k] ? *to[k] : std::move(made[k]));
  }
  return given;
}

void program::write_updates(const run_values& now) const {
  const unwatched until_all_are_written;
  // Those whose write may throw come first, so that they alone can be left half written.
  for (const bool in_order : {false, true}) {
    for (const program_update& one : updates_) {
      const any_tensor& target = one.target->where();
      if ((bytes_in_order(target) != nullptr) == in_order) write(now.values[one.step].values, target);
    }
  }
}

results program::run(run_state& state, const run_inputs& inputs, const results_into& into) const {
  run_scope scope(state, updates_);
  const given_inputs given = checked_inputs(state, inputs);
  run_values& now = scope.begin(state.told, as_span(given));
  results made;
  std::optional<targets> to;
  if (now.knows_results()) to = targets_of(now, into);
  watched_stages stages(current_watch ? stages_of(now) : 0);
  with_step_named(*this, now, [&] {
    compute(now, to, stages);
    made = results_of(now, to ? *to : targets_of(now, into), stages);
  });
  write_updates(now);
  stages.finish();
  return made;
}

}  // namespace ravel::detail
