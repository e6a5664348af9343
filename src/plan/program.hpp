// SPDX-License-Identifier: BSL-1.0
// The steps of a plan in the order of a run. Equal steps are one. Immutable, shared by plans and workspaces.
#pragma once

#include <ravel/base/detail/small_vector.hpp>
#include <ravel/plan/plan.hpp>
#include <ravel/reader/block.hpp>
#include "plan/steps.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ravel::detail {

class step_kernel;
class tile_program;

// Values of up to so many elements are short: they stay in the cache, and one thread computes them. Tests change it to show that no result
// depends on it.
extern constinit index_t longest_short_value;
// Values that are so many times as long are computed together. Shorter ones stay in the second-level cache, where a loop for each is
// faster.
inline constexpr index_t joined_over_short = 16;

struct program_step {
  shared_recorded what;
  std::vector<std::size_t> operands;          // steps before it
  std::string name;                           // told by the program, or empty
  bool stored = false;                        // its lazy value is computed into memory of the workspace
  bool stored_if_short = false;               // the same where a run finds it short
  bool may_end_below_zero = false;            // it or a step before it: the lengths of a view are checked when it is made
  bool read_in_step = true;                   // each reader needs its elements at the positions that the reader computes
  std::optional<std::size_t> loop;            // that computes it together with other values
  std::shared_ptr<const step_kernel> kernel;  // computes a short value; null: it has none
  std::size_t uses = 0;                       // by other steps, results and updates
  std::size_t last_reader = 0;                // the last step that may read its value, or the number of steps: results do
  std::vector<std::size_t> last_used;         // values that no later step needs
  // A run keeps values at places: those of the steps come first, then slots, and lazy values that are stored.
  std::vector<std::size_t> reads;     // the places of its operands
  std::size_t tree = 0;               // the place of its lazy value
  std::optional<any_operand> folded;  // its value, if that is the same in every run
};

struct program_output {
  std::string name;
  std::size_t step;
};
struct program_update {
  const variable_step* target;
  std::size_t step;
};

// Whether a write to one of them changes an element of the other. Exact for elements in memory: two columns of a matrix share none.
bool share_elements(const any_tensor& a, const any_tensor& b);

// Elementwise work on an input of the same shape reads it through a slot, so that its tree serves every run.
struct input_slot {
  std::size_t input;  // its step
  std::size_t place;  // of the slot among the values
};

// Values over the same positions that one loop computes if they are long. The program reaches them at their last member.
struct joined_loop {
  std::vector<std::size_t> members;  // elementwise work, and reductions of all elements, in the order of the program
};

class run_state;
class run_values;
class watched_stages;

class program : public std::enable_shared_from_this<program> {
 public:
  program(std::vector<planned> inputs, std::vector<named_planned> outputs, std::vector<update> updates);

  results run(run_state& state, const run_inputs& inputs, const results_into& into) const;

  const std::vector<planned>& inputs() const { return inputs_; }
  const std::vector<shared_recorded>& variables() const { return variables_; }
  std::span<const program_step> steps() const { return steps_; }
  std::span<const input_slot> slots() const { return slots_; }
  std::span<const joined_loop> loops() const { return loops_; }
  // A value that has the positions of a loop.
  const recorded& positions_of(const joined_loop& loop) const {
    const program_step& first = steps_[loop.members.front()];
    return first.what->work() == step_work::at_once ? *steps_[first.operands[0]].what : *first.what;
  }
  std::size_t places() const { return places_; }
  const std::vector<std::optional<std::size_t>>& input_steps() const { return input_steps_; }
  std::span<const program_output> outputs() const { return outputs_; }
  std::span<const program_update> updates() const { return updates_; }
  // The place of a placeholder among the inputs; value_error if it is none.
  std::size_t input_named(std::string_view name) const;
  std::size_t input_of(const planned& input) const;
  // value_error unless these tell the lengths of all inputs.
  void check_lengths(const char* needed_by, const extent_values& lengths) const;

 private:
  void join_loops(std::vector<bool>& kept);
  void put_in_order(std::span<const std::size_t> order, std::vector<bool>& kept);
  void add_kernels();
  void choose_places();
  std::pair<std::string, std::size_t> first_with(const planned_extent& extent) const;
  void check_input(std::size_t place, const any_tensor& value, extent_values& lengths) const;
  using given_inputs = small_vector<const any_tensor*, 8>;
  given_inputs checked_inputs(run_state& state, const run_inputs& inputs) const;
  using targets = small_vector<const any_tensor*, 4>;
  index_t stages_of(const run_values& now) const;
  void compute(run_values& now, const std::optional<targets>& to, watched_stages& stages) const;
  void compute_step(run_values& now, std::size_t k) const;
  bool run_loop(run_values& now, const joined_loop& loop, const std::optional<targets>& to) const;
  std::byte* early_target(run_values& now, std::size_t k, const std::optional<targets>& to) const;
  bool is_apart_from_given(const run_values& now, const any_tensor& target) const;
  const any_operand& value_of(run_values& now, std::size_t place) const;
  void make_tree(run_values& now, std::size_t k) const;
  bool run_kernel(run_values& now, std::size_t k, const any_tensor& to) const;
  bool run_bound(run_values& now, std::size_t k) const;
  any_operand result_at_once(run_values& now, std::size_t k) const;
  void fill_room(run_values& now, std::size_t k) const;
  results results_of(run_values& now, const targets& to, watched_stages& stages) const;
  targets targets_of(run_values& now, const results_into& into) const;
  void write_updates(const run_values& now) const;

  std::vector<planned> inputs_;
  std::unordered_map<const recorded*, std::size_t> by_step_;   // the places of the inputs
  std::unordered_map<std::string_view, std::size_t> by_name_;  // the same
  std::vector<std::optional<std::size_t>> input_steps_;        // none: nothing reads it
  std::vector<shared_recorded> variables_;
  std::vector<program_step> steps_;
  std::vector<joined_loop> loops_;
  std::vector<input_slot> slots_;
  std::size_t places_ = 0;
  std::vector<program_output> outputs_;
  std::vector<program_update> updates_;
};

// The passes that decide what becomes of the values of a plan. Each goes once over the steps, in a loop. `kept`: results and updates.
void fold_constants(std::vector<program_step>& steps, const std::vector<bool>& kept);
void choose_stored(std::vector<program_step>& steps);
void find_last_uses(std::vector<program_step>& steps, const std::vector<bool>& kept);

// An elementwise step, with the lazy steps behind it, as a program of the tile machine. Its leaves are found anew in every run, so that
// nothing is made for one. Any thread may run it.
class step_kernel {
 public:
  // Null if a step has no instruction, or if there are too many.
  static std::shared_ptr<const step_kernel> of(std::span<const program_step> steps, std::size_t root);

  struct leaf {
    std::size_t step;
    bool is_number;  // for all elements
  };

  step_kernel(std::shared_ptr<const tile_program> program, std::vector<leaf> leaves)
      : program_(std::move(program)), leaves_(std::move(leaves)) {}

  std::span<const leaf> leaves() const { return leaves_; }
  // "a program of 3 operations": for describe.
  std::string described() const;
  // Writes the value of the step. False if an operand or the target does not lie row by row in memory, or if they overlap otherwise than
  // element for element.
  bool run(const run_values& now, const any_tensor& to) const;

 private:
  void write_number(const any_operand& value, const std::byte* memory, std::byte* tile) const;

  std::shared_ptr<const tile_program> program_;
  std::vector<leaf> leaves_;
};

// A reduction of all elements whose blocks come one after the other, so that one loop can compute several. It has the bits of the verb on a
// tensor. Each part of a line has a fold of its own, on one thread.
class loop_fold {
 public:
  virtual ~loop_fold() = default;

  // Takes the next elements, which are of the fold's type.
  virtual void take(raw_block block, index_t n) = 0;
  // Ends the part. At least one element was taken.
  virtual void end() = 0;
  // Joins parts that have ended, in order. Each begins at a chunk, and all but the last have the same power of two of chunks.
  virtual void join(std::span<const loop_fold* const> parts) = 0;
  // The result over n elements, when all have ended.
  virtual any_scalar result(index_t n) const = 0;
};

// A fold for a verb over all elements of a type: sum, mean, min, max and count. Null if there is none.
std::unique_ptr<loop_fold> make_loop_fold(std::string_view verb, dtype type);

}  // namespace ravel::detail
