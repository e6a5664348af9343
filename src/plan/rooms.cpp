// SPDX-License-Identifier: BSL-1.0
// Finds room for the values of a plan, as long as each is needed. Goes once over the steps.
#include "plan/run_state.hpp"

#include <map>
#include <set>

namespace ravel::detail {

namespace {

constexpr index_t alignment = 64, short_result = 1024;

// Bytes that are free between rooms. Neighbours are joined.
class free_bytes {
 public:
  // The start of so many bytes: in the smallest gap that has them, else at the end.
  index_t take(index_t bytes) {
    const auto gap = by_size_.lower_bound({bytes, 0});
    if (gap == by_size_.end()) return std::exchange(end_, end_ + bytes);
    const auto [size, start] = *gap;
    erase(start, size);
    if (size > bytes) insert(start + bytes, size - bytes);
    return start;
  }
  void give(index_t start, index_t bytes) {
    auto next = by_start_.upper_bound(start);
    if (next != by_start_.end() && next->first == start + bytes) {
      bytes += next->second;
      erase(next->first, next->second);
      next = by_start_.upper_bound(start);
    }
    if (next != by_start_.begin()) {
      const auto [before, size] = *std::prev(next);
      if (before + size == start) {
        erase(before, size);
        start = before, bytes += size;
      }
    }
    insert(start, bytes);
  }
  index_t end() const { return end_; }

 private:
  void insert(index_t start, index_t bytes) {
    by_start_.emplace(start, bytes);
    by_size_.emplace(bytes, start);
  }
  void erase(index_t start, index_t bytes) {
    by_start_.erase(start);
    by_size_.erase({bytes, start});
  }

  std::map<index_t, index_t> by_start_;
  std::set<std::pair<index_t, index_t>> by_size_;
  index_t end_ = 0;
};

// The bytes of the room of a step, if it has one.
std::optional<index_t> room_bytes(const program_step& step, const extent_values& lengths) {
  const bool at_once = step.what->work() == step_work::at_once, may_have = step.stored || step.stored_if_short || at_once;
  if (!may_have || step.folded || step.what->gives_parts() || step.what->type() == dtype::string || !step.what->shape().known_by(lengths))
    return std::nullopt;
  const index_t bytes = bytes_of(*step.what, lengths);
  const bool is_short = bytes <= longest_short_value * static_cast<index_t>(size_of(step.what->type()));
  const bool goes_to_room = is_short && step.what->verb_alone() == "matmul";  // computed there, and not copied
  if (at_once && bytes > short_result && !goes_to_room) return std::nullopt;
  if (step.stored_if_short && !is_short) return std::nullopt;
  return add_index(bytes, alignment - 1) / alignment * alignment;
}

// Elementwise work may write over a value of its shape that it is the last to read, element for element.
template <class F>
std::optional<std::size_t> room_to_take(std::span<const program_step> steps, std::size_t k, const F& fits) {
  constexpr std::size_t most_looks = 64;
  std::vector<std::size_t> reading{k};
  for (std::size_t looked = 0; looked < std::min(reading.size(), most_looks); ++looked) {
    const program_step& reader = steps[reading[looked]];
    if (reader.what->work() != step_work::elementwise) continue;
    for (const std::size_t operand : reader.operands) {
      if (!(steps[operand].what->shape() == steps[k].what->shape())) continue;
      if (fits(operand) && steps[operand].last_reader == k) return operand;
      if (!steps[operand].stored) reading.push_back(operand);
    }
  }
  return std::nullopt;
}

// Rooms as values of a run need them. A loop writes all its values together, when it has come to the last of them. So a room of a value
// that it reads, and others read no more, goes to another value of the loop alone, and that only where all read it element for element.
class room_planner {
 public:
  room_planner(const program& of, const extent_values& lengths)
      : steps_(of.steps()), loops_(of.loops()), starts_(steps_.size()), bytes_(steps_.size()), dead_(loops_.size()) {
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      if (const auto needed = room_bytes(steps_[k], lengths)) {
        bytes_[k] = *needed;
        starts_[k] = start_for(k);
      }
      for (const std::size_t unused : steps_[k].last_used) drop(unused, steps_[k]);
      if (steps_[k].loop && loops_[*steps_[k].loop].members.back() == k) end_loop(*steps_[k].loop);
    }
  }
  room_layout made() && { return {std::move(starts_), free_.end()}; }

 private:
  bool fits(std::size_t k, std::size_t given_on) const {
    return starts_[given_on] && bytes_[given_on] == bytes_[k] &&
           size_of(steps_[given_on].what->type()) == size_of(steps_[k].what->type()) && (!steps_[k].loop || steps_[given_on].read_in_step);
  }
  index_t start_for(std::size_t k) {
    auto over = room_to_take(steps_, k, [&](std::size_t operand) { return fits(k, operand); });
    if (!over && steps_[k].loop) {
      for (const std::size_t dead : dead_[*steps_[k].loop]) {
        if (fits(k, dead)) over = dead;
      }
    }
    if (!over) return free_.take(bytes_[k]);
    bytes_[*over] = 0;  // given on
    return *starts_[*over];
  }
  void drop(std::size_t unused, const program_step& by) {
    if (!starts_[unused] || bytes_[unused] == 0) return;
    if (by.loop) return dead_[*by.loop].push_back(unused);
    free_.give(*starts_[unused], bytes_[unused]);
  }
  void end_loop(std::size_t loop) {
    for (const std::size_t unused : dead_[loop]) {
      if (bytes_[unused] > 0) free_.give(*starts_[unused], bytes_[unused]);
    }
    dead_[loop].clear();
  }

  std::span<const program_step> steps_;
  std::span<const joined_loop> loops_;
  std::vector<std::optional<index_t>> starts_;
  std::vector<index_t> bytes_;                  // 0: there is none, or it was given on
  std::vector<std::vector<std::size_t>> dead_;  // of each loop: values that nobody reads any more when it ends
  free_bytes free_;
};

}  // namespace

index_t bytes_of(const recorded& step, const extent_values& lengths) {
  return mul_index(shape_in_run(step, lengths).elements(), static_cast<index_t>(size_of(step.type())));
}

room_layout lay_out_rooms(const program& of, const extent_values& lengths) { return room_planner(of, lengths).made(); }

memory_needs needs_of(const program& of, const extent_values& lengths) {
  const auto steps = of.steps();
  const room_layout rooms = lay_out_rooms(of, lengths);
  memory_needs needs{rooms.bytes, 0, 0};
  std::vector<bool> given_out(steps.size());
  for (const program_output& one : of.outputs()) {
    const recorded& step = *steps[one.step].what;
    if (step.shape().known_by(lengths)) needs.results = add_index(needs.results, bytes_of(step, lengths));
    given_out[one.step] = steps[one.step].uses == 1;
  }
  const auto verb_bytes = [&](std::size_t k) {
    const recorded& step = *steps[k].what;
    const bool own =
        step.work() == step_work::at_once && !rooms.starts[k] && !steps[k].folded && !given_out[k] && step.shape().known_by(lengths);
    return own ? bytes_of(step, lengths) : 0;
  };
  index_t now = 0;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    now = add_index(now, verb_bytes(k));
    needs.verbs = std::max(needs.verbs, now);
    for (const std::size_t unused : steps[k].last_used) now -= verb_bytes(unused);
  }
  return needs;
}

}  // namespace ravel::detail
