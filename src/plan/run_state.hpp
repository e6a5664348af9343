// SPDX-License-Identifier: BSL-1.0
// Runs keep in a workspace, for each choice of lengths, the trees that were made, and rooms for values in one piece of memory. It
// belongs to one workspace, which runs one plan at a time.
#pragma once

#include "plan/program.hpp"

#include <atomic>

namespace ravel::detail {

// The elements, if they are bytes that lie row by row in memory; else null.
std::byte* bytes_in_order(const any_tensor& x);

// The places of stored values: each room starts at a byte of one piece of memory, and rooms that are needed at different times share bytes.
struct room_layout {
  std::vector<std::optional<index_t>> starts;  // for each step; none: it has no room there
  index_t bytes = 0;
};
// A step has a room if its value is stored, or is a short result of a verb, and the lengths of the inputs tell how long it is.
room_layout lay_out_rooms(const program& of, const extent_values& lengths);
memory_needs needs_of(const program& of, const extent_values& lengths);
// The bytes of a value whose length is known.
index_t bytes_of(const recorded& step, const extent_values& lengths);
// The lengths tell that the values of a loop are long.
bool is_long(const program& of, const joined_loop& loop, const extent_values& lengths);

// A tensor that each run points at other memory, so that trees which read it serve every run. The memory changes between runs and never
// during one.
class slot_memory {
 public:
  // Row-major memory that outlives the run; null between runs, when nobody reads the slot.
  void point_at(const void* first) { first_ = first; }

 protected:
  ~slot_memory() = default;
  const void* first_ = nullptr;
};

struct slot {
  any_tensor tensor;
  slot_memory* memory;  // part of the tensor
};
// Precondition: elements of the type are bytes.
slot make_slot(dtype type, const shape& extents);

// A call of a verb whose lengths are known: all is decided but the addresses of its operands.

// An operand of a call: elements of memory through a map that has a stride for each axis.
struct laid_operand {
  dtype type;
  dims map;
};

class bound_call {
 public:
  virtual ~bound_call() = default;
  // Reads the memory of each operand, and writes the result to a tensor that lies in row-major order. It has the bits of the verb.
  virtual void run(std::span<const std::byte* const> operands, const any_tensor& to) = 0;
};

// Binds matmul, and verbs over all elements that make_loop_fold has. Null for others: a run calls the verb on tensors.
std::unique_ptr<bound_call> bind_call(std::string_view verb, std::span<const laid_operand> operands);

// The values of runs whose inputs have the same lengths.
class run_values : noncopyable {
 public:
  // `memory` has the bytes of the layout.
  run_values(const program& of, const extent_values& of_inputs, const room_layout& layout, const std::shared_ptr<std::byte>& memory);

  const extent_values& of_inputs() const { return of_inputs_; }
  void take_inputs(std::span<const any_tensor* const> inputs);
  void end_run();  // forgets what belongs to this run alone

  void set(std::size_t place, any_operand value) {
    values[place] = std::move(value);
    made_[place] = true;
  }
  void forget(std::size_t place) {
    values[place].scalar.reset();
    values[place].values = any_tensor();
    made_[place] = false;
    memory_[place] = nullptr;
  }

  bool is_made(std::size_t place) const { return made_[place]; }
  // The elements of a value that was made, if they are bytes that lie row by row in memory; else null.
  std::byte* memory_of(std::size_t place) const {
    if (memory_[place]) return memory_[place];
    return values[place].scalar ? nullptr : bytes_in_order(values[place].values);
  }
  // The steps at which a run has something to do, in order.
  std::span<const std::size_t> busy_steps() const { return busy_; }
  // The value is the same object in every run. Rooms are; what they hold is computed in each.
  bool is_lasting(std::size_t place) const { return lasting_[place]; }
  // The lengths of the inputs tell those of all results.
  bool knows_results() const { return knows_results_; }
  const shape& shape_of_result(std::size_t output) {
    auto& known = result_shapes_[output];
    if (!known) known = shape_in_run(*of_.steps()[of_.outputs()[output].step].what, lengths);
    return *known;
  }
  // A step whose call is bound to the lengths, with the steps whose memory it reads; else null.
  struct bound_step {
    std::unique_ptr<bound_call> call;
    small_vector<std::size_t, 2> reads;
  };
  bound_step* bound_at(std::size_t step) { return bound_.empty() || !bound_[step].call ? nullptr : &bound_[step]; }
  // The lengths tell that the loop of the step computes long values.
  bool in_long_loop(std::size_t step) const {
    const auto& loop = of_.steps()[step].loop;
    return loop && long_[*loop];
  }
  bool has_room(std::size_t step) const { return of_.steps()[step].stored || in_memory_[step]; }
  // The run computes it when it comes to the step. Others are computed where they are read.
  bool is_computed(std::size_t step) const {
    const program_step& of = of_.steps()[step];
    return !of.folded && (has_room(step) || of.what->work() == step_work::at_once);
  }
  std::size_t tree_of(std::size_t step) const { return has_room(step) ? of_.steps()[step].tree : step; }

  std::vector<any_operand> values;  // by their places in the program
  std::vector<any_tensor> rooms;    // of the steps
  extent_values lengths;            // of the inputs, and in a run those that only elements tell
  std::size_t current = 0;          // the step at which the run is
  // Results that a loop has computed before all others, by their places.
  struct early_result {
    std::size_t output;
    any_tensor value;
    bool in_target;
  };
  std::vector<early_result> early;

 private:
  void add_rooms(const room_layout& layout, const std::shared_ptr<std::byte>& memory);
  void add_slots();
  void find_lasting();
  void find_long();
  void find_memory();
  void find_busy();
  void bind_calls();
  std::optional<laid_operand> operand_laid(std::size_t step, bound_step& by) const;
  bool lasts(const program_step& step) const;
  void forget_trees();

  const program& of_;
  extent_values of_inputs_;
  std::vector<bool> made_, lasting_;  // of the places
  std::vector<std::byte*> memory_;    // of the places, where it is the same in every run, or that of an input of this run; else null
  std::vector<std::size_t> busy_;
  std::vector<bool> long_;            // the loops
  std::vector<bool> in_memory_;       // of the steps: the room is a part of the memory of all rooms
  std::vector<std::size_t> passing_;  // the places that do not last
  std::vector<bound_step> bound_;     // of the steps; empty: none is
  bool knows_results_;
  std::vector<std::optional<shape>> result_shapes_;  // found when they are first asked for
  std::vector<slot> slots_;
  bool all_in_slots_ = true;
};

class run_state {
 public:
  explicit run_state(std::shared_ptr<const program> plan) : of(std::move(plan)) {}

  // The values for these lengths, of an earlier run or new.
  run_values& values_for(const extent_values& lengths);
  void clear() {
    kept_.clear();
    memory_.reset();
    bytes_ = 0;
  }

  const std::shared_ptr<const program> of;
  std::vector<std::optional<any_tensor>> bound = std::vector<std::optional<any_tensor>>(of->inputs().size());
  extent_values told;  // the lengths of the inputs of a run
  std::atomic<bool> busy = false;

 private:
  static constexpr std::size_t most_kept = 8;

  std::vector<std::unique_ptr<run_values>> kept_;  // the last used first
  std::shared_ptr<std::byte> memory_;              // of all rooms
  index_t bytes_ = 0;
};

// Whether a may read memory that b shows.
bool overlap_of(const any_tensor& a, const any_tensor& b);
// Writes a value to a tensor of its type and shape.
void put(const any_operand& value, const any_tensor& room);

}  // namespace ravel::detail
