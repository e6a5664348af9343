// SPDX-License-Identifier: BSL-1.0
// Keeps trees and rooms from run to run.
#include "plan/run_state.hpp"

#include <ravel/any/make.hpp>
#include <ravel/base/detail/element_memory.hpp>
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>

#include <algorithm>

namespace ravel::detail {

std::byte* bytes_in_order(const any_tensor& x) {
  const untyped_tensor& values = any_tensor_access::node(x);
  const map_facts& map = values.facts();
  const untyped_node& base = *values.base();
  const bool in_order = map.in_line && base.lends() && (map.step * base.lent_step() == 1 || x.size() < 2);
  if (!in_order || !values.kind().of_bytes() || x.size() == 0) return nullptr;
  return static_cast<std::byte*>(const_cast<void*>(base.lent_from(map.first)));
}

run_values::run_values(const program& of, const extent_values& of_inputs, const room_layout& layout,
                       const std::shared_ptr<std::byte>& memory)
    : values(of.places(), any_operand(any_scalar())),
      rooms(of.steps().size()),
      lengths(of_inputs),
      of_(of),
      of_inputs_(of_inputs),
      made_(of.places()),
      lasting_(of.places()),
      memory_(of.places()),
      in_memory_(of.steps().size()),
      knows_results_(std::ranges::all_of(
          of.outputs(), [&](const program_output& one) { return of.steps()[one.step].what->shape().known_by(of_inputs); })),
      result_shapes_(of.outputs().size()) {
  add_rooms(layout, memory);
  add_slots();
  find_lasting();
  find_long();
  find_memory();
  find_busy();
  bind_calls();
}

void run_values::add_rooms(const room_layout& layout, const std::shared_ptr<std::byte>& memory) {
  for (std::size_t k = 0; k < rooms.size(); ++k) {
    if (!layout.starts[k]) continue;
    const recorded& step = *of_.steps()[k].what;
    rooms[k] = wrap_any(step.type(), memory.get() + *layout.starts[k], shape_in_run(step, lengths), nullptr, memory);
    set(k, rooms[k]);
    in_memory_[k] = lasting_[k] = true;
  }
}

void run_values::add_slots() {
  for (const input_slot& one : of_.slots()) {
    const recorded& input = *of_.steps()[one.input].what;
    slots_.push_back(make_slot(input.type(), shape_in_run(input, lengths)));
    set(one.place, slots_.back().tensor);
    lasting_[one.place] = true;
  }
}

bool run_values::lasts(const program_step& step) const {
  const auto is_known = [&](const planned_length& one) { return one.known_by(lengths); };
  if (step.what->is_placed_by_elements() || !std::ranges::all_of(step.what->reads_lengths(), is_known)) return false;
  if (as_step<length_step>(*step.what)) return true;
  if (step.what->work() == step_work::given) return as_step<placeholder_step>(*step.what) == nullptr;
  if (step.what->work() == step_work::at_once) return false;
  return step.what->shape().known_by(lengths) && std::ranges::all_of(step.reads, [&](std::size_t place) { return lasting_[place]; });
}

void run_values::find_lasting() {
  for (std::size_t k = 0; k < rooms.size(); ++k) {
    const program_step& step = of_.steps()[k];
    if (step.folded) {
      set(k, *step.folded);
      lasting_[k] = true;
    } else if (lasts(step)) {
      lasting_[tree_of(k)] = true;
      if (step.what->work() == step_work::given) set(tree_of(k), step.what->run({nullptr, {}}, lengths));
    }
  }
  for (std::size_t place = 0; place < values.size(); ++place) {
    if (!lasting_[place]) passing_.push_back(place);
  }
}

bool is_long(const program& of, const joined_loop& loop, const extent_values& lengths) {
  const recorded& extents = of.positions_of(loop);
  return extents.shape().known_by(lengths) && shape_in_run(extents, lengths).elements() > joined_over_short * longest_short_value;
}

void run_values::find_long() {
  for (const joined_loop& one : of_.loops()) long_.push_back(is_long(of_, one, lengths));
}

// Rooms, and what is given to the plan and not to a run.
void run_values::find_memory() {
  for (std::size_t k = 0; k < rooms.size(); ++k) {
    const program_step& step = of_.steps()[k];
    const bool stays = in_memory_[k] || step.folded || (step.what->work() == step_work::given && lasting_[k]);
    if (stays && !values[k].scalar) memory_[k] = bytes_in_order(values[k].values);
  }
}

void run_values::find_busy() {
  for (std::size_t k = 0; k < rooms.size(); ++k) {
    const program_step& step = of_.steps()[k];
    const bool forgets = std::ranges::any_of(step.last_used, [&](std::size_t unused) { return !lasting_[unused]; });
    if (step.loop || is_computed(k) || forgets) busy_.push_back(k);
  }
}

// The step that views lead to, and what they show of its memory.
std::optional<laid_operand> run_values::operand_laid(std::size_t k, bound_step& by) const {
  std::vector<const recorded*> views;
  const auto is_view = [&](const program_step& step) {
    return step.what->work() == step_work::view && !step.stored && !step.folded && step.operands.size() == 1 &&
           !step.what->is_placed_by_elements();
  };
  for (; is_view(of_.steps()[k]); k = of_.steps()[k].operands[0]) views.push_back(of_.steps()[k].what.get());
  const recorded& base = *of_.steps()[k].what;
  if (base.gives_parts() || base.type() == dtype::string || !base.shape().known_by(lengths)) return std::nullopt;
  const slot memory = make_slot(base.type(), shape_in_run(base, lengths));
  any_operand shown = memory.tensor;
  for (; !views.empty(); views.pop_back()) {
    constexpr std::size_t first = 0;
    shown = views.back()->run({&shown, {&first, 1}}, lengths);
    if (!shown.scalar && shown.values.shape() != shape_in_run(*views.back(), lengths)) return std::nullopt;
  }
  if (shown.scalar) return std::nullopt;
  const untyped_tensor& tensor = any_tensor_access::node(shown.values);
  if (tensor.base() != any_tensor_access::node(memory.tensor).base() || !tensor.facts().affine) return std::nullopt;
  by.reads.push_back(k);
  return laid_operand{shown.values.dtype(), tensor.map()};
}

// A call that cannot be bound, or would throw, is called on tensors in the run.
void run_values::bind_calls() {
  for (std::size_t k = 0; k < rooms.size(); ++k) {
    const program_step& step = of_.steps()[k];
    if (!in_memory_[k] || step.folded || step.what->verb_alone().empty()) continue;
    bound_step made;
    std::vector<laid_operand> operands;
    try {
      for (const std::size_t operand : step.operands) {
        if (auto laid = operand_laid(operand, made)) operands.push_back(std::move(*laid));
      }
      if (operands.size() == step.operands.size()) made.call = bind_call(step.what->verb_alone(), operands);
    } catch (const error&) {
    }
    if (!made.call) continue;
    bound_.resize(rooms.size());
    bound_[k] = std::move(made);
  }
}

// An input that does not lie row by row in memory has no slot in this run, so no tree can stay.
void run_values::take_inputs(std::span<const any_tensor* const> inputs) {
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const auto step = of_.input_steps()[k];
    if (!step) continue;
    set(tree_of(*step), *inputs[k]);
    memory_[tree_of(*step)] = bytes_in_order(*inputs[k]);
  }
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    const any_tensor& given = values[tree_of(of_.slots()[k].input)].values;
    const std::byte* const first = memory_[tree_of(of_.slots()[k].input)];
    slots_[k].memory->point_at(first);
    if (first || given.size() == 0) continue;
    if (std::exchange(all_in_slots_, false)) forget_trees();
    set(of_.slots()[k].place, given);
  }
}

void run_values::forget_trees() {
  for (std::size_t k = 0; k < rooms.size(); ++k) {
    const program_step& step = of_.steps()[k];
    const bool lazy = step.what->work() == step_work::view || step.what->work() == step_work::elementwise;
    if (lazy && !step.folded) forget(tree_of(k));
  }
}

void run_values::end_run() {
  early.clear();
  for (const std::size_t place : passing_) {
    if (made_[place]) forget(place);
  }
  for (const slot& one : slots_) one.memory->point_at(nullptr);
  if (!std::exchange(all_in_slots_, true)) {
    forget_trees();
    for (std::size_t k = 0; k < slots_.size(); ++k) set(of_.slots()[k].place, slots_[k].tensor);
  }
  if (lengths == of_inputs_) return;
  lengths = of_inputs_;
  result_shapes_.assign(result_shapes_.size(), std::nullopt);
}

run_values& run_state::values_for(const extent_values& lengths) {
  const auto found = std::ranges::find_if(kept_, [&](const auto& one) { return one->of_inputs() == lengths; });
  if (found != kept_.end()) {
    std::rotate(kept_.begin(), found, found + 1);
    return *kept_.front();
  }
  const room_layout layout = lay_out_rooms(*of, lengths);
  if (layout.bytes > bytes_) {
    clear();  // all rooms move
    memory_ = {static_cast<std::byte*>(allocate_elements(layout.bytes, 1, 64, "the workspace of a plan")),
               [](std::byte* first) { free_elements(first, 64); }};
    bytes_ = layout.bytes;
  }
  auto made = std::make_unique<run_values>(*of, lengths, layout, memory_);
  if (kept_.size() == most_kept) kept_.pop_back();
  kept_.insert(kept_.begin(), std::move(made));
  return *kept_.front();
}

}  // namespace ravel::detail
