// SPDX-License-Identifier: BSL-1.0
// Computes the values of a loop in a run: those that are stored, results, and reductions of them.
#include <ravel/any/make.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/reader/detail/read.hpp>
#include <ravel/tensor/detail/along.hpp>
#include "plan/run_state.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

namespace ravel::detail {

namespace {

// One run of a loop that computes several values over the same positions: block by block, each value in turn.
class loop_run {
 public:
  using folds = std::vector<std::unique_ptr<loop_fold>>;

  explicit loop_run(const shape& extents) : extents_(extents) {}

  bool has(std::size_t step) const { return place_of(step) < values_.size(); }
  // The value of a step, in step with those before it. Its elements are written to memory in row-major order, unless that is null. False
  // if it is not best read in row-major order.
  bool add_value(std::size_t step, const any_operand& value, std::byte* to);
  // A reduction of a value that was added.
  void add_fold(std::size_t step, std::string_view verb);

  // The reductions in the order in which they were added.
  folds run();
  index_t size() const { return extents_.elements(); }
  // The step whose value threw.
  std::size_t failed() const { return failed_; }

 private:
  struct one_value {
    std::size_t step;
    any_tensor value;
    const untyped_node* node;
    std::byte* to;
    bool at_once;                    // may be computed where it goes
    std::vector<std::size_t> folds;  // of it
  };
  struct fold_call {
    std::string verb;
    dtype type;
  };
  std::size_t place_of(std::size_t step) const;
  folds new_folds() const;
  folds run_part(index_t begin, index_t end);
  void take_memory(index_t begin, index_t end, const folds& to) const;

  shape extents_;
  std::vector<one_value> values_;
  std::vector<const untyped_node*> nodes_;
  std::vector<fold_call> calls_;
  std::atomic<std::size_t> failed_ = 0;
};

std::size_t loop_run::place_of(std::size_t step) const {
  return static_cast<std::size_t>(std::ranges::find(values_, step, &one_value::step) - values_.begin());
}

bool loop_run::add_value(std::size_t step, const any_operand& value, std::byte* to) {
  if (value.scalar) return false;
  const untyped_tensor& tensor = any_tensor_access::node(value.values);
  const untyped_node& node = tensor.as_node();
  if (node.sparse() || !node.room().of_bytes() || tensor.extents() != extents_) return false;
  if (memory_order_by([&](std::vector<laid_map>& maps) { tensor.add_maps(maps); }).jumps(extents_)) return false;
  const index_t bytes = node.room().bytes;
  const bool apart = to && node.meets({to, bytes, node.size(), bytes}) == overlap::none;
  values_.push_back({step, value.values, &node, to, apart, {}});
  nodes_.push_back(&node);
  return true;
}

void loop_run::add_fold(std::size_t step, std::string_view verb) {
  one_value& of = values_[place_of(step)];
  of.folds.push_back(calls_.size());
  calls_.push_back({std::string(verb), of.value.dtype()});
}

loop_run::folds loop_run::new_folds() const {
  folds made;
  for (const fold_call& one : calls_) made.push_back(make_loop_fold(one.verb, one.type));
  return made;
}

// Reductions of memory alone need no room, and their loops like long blocks: as many elements as stay in the second-level cache.
void loop_run::take_memory(index_t begin, index_t end, const folds& to) const {
  constexpr index_t piece = 32 * chunk_length;
  watched_loop loop;
  for (index_t start = begin; start < end; start += piece) {
    loop.at(start - begin, end - begin);
    for (const one_value& one : values_) {
      const raw_block block{one.node->lent_from(start), one.node->lent_step()};
      for (const std::size_t fold : one.folds) to[fold]->take(block, std::min(piece, end - start));
    }
  }
}

// Values are written before those behind them read them.
loop_run::folds loop_run::run_part(index_t begin, index_t end) {
  folds made = new_folds();
  if (std::ranges::all_of(values_, [](const one_value& one) { return one.node->lends() && !one.to; })) {
    take_memory(begin, end, made);
    for (const auto& one : made) one->end();
    return made;
  }
  const auto bytes_of = [](const untyped_node* of) { return of->room().bytes; };
  const element_room& widest = (*std::ranges::max_element(nodes_, {}, bytes_of))->room();
  evaluation run(begin, end - begin, widest.need, evaluation::blocks::fitting, nodes_);
  element_rooms rooms(run.memory(), run.length());
  void* const room = rooms.take(widest);
  while (run.next()) {
    for (const one_value& one : values_) {
      const element_room& kind = one.node->room();
      void* const to = one.to ? element_at(kind, static_cast<void*>(one.to), run.position()) : nullptr;
      try {
        const raw_block block = run.pull_raw(*one.node, one.at_once ? to : room);
        for (const std::size_t fold : one.folds) made[fold]->take(block, run.size());
        if (to) spread(kind, block, run.size(), to);
      } catch (...) {
        failed_ = one.step;
        throw;
      }
    }
  }
  for (const auto& one : made) one->end();
  return made;
}

loop_run::folds loop_run::run() {
  const auto part = [&](index_t begin, index_t end) { return run_part(begin, end); };
  return of_aligned_parts(extents_.elements(), chunk_length, part, [&](const auto& parts) {
    folds made = new_folds();
    std::vector<const loop_fold*> alike;
    for (std::size_t k = 0; k < made.size(); ++k) {
      alike.clear();
      for (const auto& one : parts) alike.push_back((*one)[k].get());
      made[k]->join(alike);
    }
    return made;
  });
}

}  // namespace

// A target may be written before other values are computed if it is no memory that the run reads.
bool program::is_apart_from_given(const run_values& now, const any_tensor& target) const {
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    if (steps_[k].what->work() != step_work::given || !now.is_made(now.tree_of(k))) continue;
    const any_operand& given = now.values[now.tree_of(k)];
    if (!given.scalar && overlap_of(given.values, target)) return false;
  }
  return true;
}

// The memory of a result that a loop computes: its target, or new memory.
std::byte* program::early_target(run_values& now, std::size_t k, const std::optional<targets>& to) const {
  const auto output = static_cast<std::size_t>(std::ranges::find(outputs_, k, &program_output::step) - outputs_.begin());
  const any_tensor* const target = to ? (*to)[output] : nullptr;
  const bool in_target = target && bytes_in_order(*target) && is_apart_from_given(now, *target);
  const recorded& what = *steps_[k].what;
  now.early.push_back({output, in_target ? *target : empty(what.type(), shape_in_run(what, now.lengths)), in_target});
  return bytes_in_order(now.early.back().value);
}

// False if a value is better read in another order: the values are then computed one by one.
bool program::run_loop(run_values& now, const joined_loop& loop, const std::optional<targets>& to) const {
  loop_run values(shape_in_run(positions_of(loop), now.lengths));
  const auto before = std::ssize(now.early);
  const auto add = [&](std::size_t k) {
    const program_step& step = steps_[k];
    now.current = k;
    if (step.what->work() == step_work::at_once) {
      const std::size_t operand = step.operands[0];
      if (!values.has(operand) && !values.add_value(operand, value_of(now, operand), nullptr)) return false;
      values.add_fold(operand, step.what->verb_alone());
      return true;
    }
    if (!now.is_made(now.tree_of(k))) make_tree(now, k);
    std::byte* const memory = step.stored ? bytes_in_order(now.rooms[k]) : early_target(now, k, to);
    return memory && values.add_value(k, now.values[now.tree_of(k)], memory);
  };
  if (!std::ranges::all_of(loop.members, add)) {
    now.early.erase(now.early.begin() + before, now.early.end());
    return false;
  }
  check_stop();
  loop_run::folds made;
  try {
    made = values.run();
  } catch (...) {
    now.current = values.failed();
    throw;
  }
  std::size_t fold = 0;
  for (const std::size_t k : loop.members) {
    if (steps_[k].what->work() != step_work::at_once) continue;
    now.current = k;
    const any_operand found = made[fold++]->result(values.size());
    if (now.has_room(k)) {
      put(found, now.rooms[k]);
    } else {
      now.set(k, scalar_tensor(*found.scalar));
    }
  }
  return true;
}

}  // namespace ravel::detail
