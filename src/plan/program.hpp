// SPDX-License-Identifier: BSL-1.0
// The steps of a plan in the order of a run. Equal steps are one. Immutable; run_state is what one run needs.
#pragma once

#include <ravel/plan/plan.hpp>
#include "plan/steps.hpp"

#include <atomic>

namespace ravel::detail {

struct program_step {
  shared_recorded what;
  std::vector<std::size_t> operands;   // steps before it
  std::string name;                    // told by the program, or empty
  bool stored = false;                 // its lazy value is computed into memory of the workspace
  std::size_t uses = 0;                // by other steps, results and updates
  std::vector<std::size_t> last_used;  // values that no later step needs
};

struct program_output {
  std::string name;
  std::size_t step;
};
struct program_update {
  const variable_step* target;
  std::size_t step;
};

class run_state;

class program {
 public:
  program(std::vector<planned> inputs, std::vector<named_planned> outputs, std::vector<update> updates);

  results run(run_state& state, const run_inputs& inputs, const results_into& into) const;

  const std::vector<planned>& inputs() const { return inputs_; }
  const std::vector<shared_recorded>& variables() const { return variables_; }
  std::span<const program_step> steps() const { return steps_; }
  std::span<const program_output> outputs() const { return outputs_; }
  std::span<const program_update> updates() const { return updates_; }
  // The place of a placeholder among the inputs; value_error if it is none.
  std::size_t input_named(std::string_view name) const;
  std::size_t input_of(const planned& input) const;

 private:
  void set_inputs(run_state& state, const run_inputs& inputs) const;
  void set_input(run_state& state, std::size_t place, const any_tensor& value) const;
  void compute(run_state& state) const;
  results results_of(run_state& state, const results_into& into) const;
  std::vector<const any_tensor*> targets_of(const run_state& state, const results_into& into) const;
  void write_updates(const run_state& state) const;

  std::vector<planned> inputs_;
  std::vector<std::optional<std::size_t>> input_steps_;  // none: nothing reads it
  std::vector<shared_recorded> variables_;
  std::vector<program_step> steps_;
  std::vector<program_output> outputs_;
  std::vector<program_update> updates_;
};

class run_state {
 public:
  explicit run_state(std::shared_ptr<const program> plan) : of(std::move(plan)) { clear(); }

  void clear() {
    values.assign(of->steps().size(), any_operand(any_scalar()));
    rooms.assign(of->steps().size(), any_tensor());
  }

  std::shared_ptr<const program> of;
  std::vector<any_operand> values;
  std::vector<any_tensor> rooms;  // of the stored steps
  std::vector<std::optional<any_tensor>> bound = std::vector<std::optional<any_tensor>>(of->inputs().size());
  extent_values extents;
  std::atomic<bool> busy = false;
};

}  // namespace ravel::detail
