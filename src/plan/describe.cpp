// SPDX-License-Identifier: BSL-1.0
// Lists the steps of a plan, and for known lengths also their rooms and what computes them. Goes once over the steps.
#include <ravel/base/error.hpp>
#include "plan/run_state.hpp"

namespace ravel {

namespace detail {

namespace {

class listing {
 public:
  // With lengths: of a run whose inputs have them.
  listing(const program& of, const extent_values* lengths)
      : of_(of), steps_(of.steps()), lengths_(lengths), words_(steps_.size()), has_line_(steps_.size()), is_kept_(steps_.size()) {
    rooms_ = lengths ? lay_out_rooms(of, *lengths) : room_layout{std::vector<std::optional<index_t>>(steps_.size())};
    for (const program_output& one : of.outputs()) is_kept_[one.step] = true;
    for (const program_update& one : of.updates()) is_kept_[one.step] = true;
  }

  std::string text() {
    add_steps();
    for (const program_output& one : of_.outputs()) add_last("result " + one.name, one.step);
    for (const program_update& one : of_.updates()) add_last("update " + one.target->name(), one.step);
    add_loops();
    if (lengths_) add_memory();
    return text_;
  }

 private:
  // A span of bytes in the memory of all rooms, and the last value that was stored there.
  struct held_span {
    index_t begin, end;
    std::size_t step;
  };

  bool is_lazy(std::size_t k) const {
    const program_step& step = steps_[k];
    return !step.stored && !rooms_.starts[k] && !step.folded && step.what->work() != step_work::at_once;
  }
  bool may_be_long(const joined_loop& loop) const { return !lengths_ || is_long(of_, loop, *lengths_); }

  void add_line(const std::string& line) { text_ += line + "\n"; }
  // A value that is lazy, has no name and is used once stands where it is used.
  void add_steps();
  void add_last(const std::string& title, std::size_t k) { add_line(title + " = " + words_[k] + (has_line_[k] ? "" : executor_of(k))); }
  void add_loops();
  void add_memory();

  std::string place_of(std::size_t k);
  std::string room_of(std::size_t k);
  std::optional<std::size_t> shown_by(std::size_t k) const;
  std::string executor_of(std::size_t k) const;

  const program& of_;
  std::span<const program_step> steps_;
  const extent_values* lengths_;
  room_layout rooms_;
  std::vector<std::string> words_;  // what stands for each value
  std::vector<bool> has_line_, is_kept_;
  std::vector<held_span> held_;
  std::string text_;
};

void listing::add_steps() {
  int unnamed = 0;
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    const program_step& step = steps_[k];
    std::vector<std::string> operands;
    for (const std::size_t operand : step.operands) operands.push_back(words_[operand]);
    const std::string call = step.what->written(operands);
    if (step.what->work() == step_work::given || (is_lazy(k) && step.name.empty() && (step.uses == 1 || is_kept_[k]))) {
      words_[k] = call;
      continue;
    }
    has_line_[k] = true;
    words_[k] = step.name.empty() ? "t" + std::to_string(++unnamed) : step.name;
    add_line(words_[k] + " " + std::string(name(step.what->type())) + to_string(step.what->shape()) + " = " + call + place_of(k) +
             (is_lazy(k) ? "" : executor_of(k)));
  }
}

// The step whose memory a view shows. None: it shows that of several, or values that are computed where they are read.
std::optional<std::size_t> listing::shown_by(std::size_t k) const {
  for (; steps_[k].what->work() == step_work::view && is_lazy(k); k = steps_[k].operands[0]) {
    if (steps_[k].operands.size() > 1 && !steps_[k].what->is_placed_by_elements()) return std::nullopt;
  }
  return steps_[k].what->work() == step_work::elementwise && is_lazy(k) ? std::nullopt : std::optional(k);
}

// The words for the place of the value.
std::string listing::place_of(std::size_t k) {
  if (steps_[k].folded) return ", computed with the plan";
  if (is_lazy(k)) {
    const auto shown = shown_by(k);
    return shown ? ", view of " + words_[*shown] : ", where it is read";
  }
  if (rooms_.starts[k]) return room_of(k);
  return steps_[k].stored ? ", stored" : "";
}

// ", stored in bytes 0 to 80000, over t4": the values that had these bytes before it.
std::string listing::room_of(std::size_t k) {
  const index_t begin = *rooms_.starts[k], end = begin + bytes_of(*steps_[k].what, *lengths_);
  std::string over;
  std::erase_if(held_, [&](const held_span& one) {
    const bool overlaps = one.begin < end && begin < one.end;
    if (overlaps) over += (over.empty() ? ", over " : ", ") + words_[one.step];
    return overlaps;
  });
  held_.push_back({begin, end, k});
  return detail::text() << ", stored in bytes " << begin << " to " << end << over;
}

// The words for the executor of an elementwise value whose length is known.
std::string listing::executor_of(std::size_t k) const {
  const program_step& step = steps_[k];
  const bool known = lengths_ && step.what->work() == step_work::elementwise && !step.folded && step.what->shape().known_by(*lengths_);
  if (!known || (step.loop && may_be_long(of_.loops()[*step.loop]))) return "";
  const bool is_short = shape_in_run(*step.what, *lengths_).elements() <= longest_short_value;
  return step.kernel && is_short ? ", computed by " + step.kernel->described() : ", computed in blocks";
}

// "one loop: t1, t2, result y" for each loop. Values without a line of their own are results.
void listing::add_loops() {
  for (const joined_loop& loop : of_.loops()) {
    if (!may_be_long(loop)) continue;
    std::string listed;
    const auto add = [&](const std::string& one) { listed += (listed.empty() ? "" : ", ") + one; };
    for (const std::size_t k : loop.members) {
      if (has_line_[k]) add(words_[k]);
      for (const program_output& one : of_.outputs()) {
        if (one.step == k && !has_line_[k]) add("result " + one.name);
      }
    }
    add_line("one loop: " + listed);
  }
}

void listing::add_memory() {
  const memory_needs needs = needs_of(of_, *lengths_);
  add_line(detail::text() << "memory: " << needs.kept << " bytes kept, " << needs.verbs << " of verbs, " << needs.results << " of results");
}

}  // namespace

}  // namespace detail

std::string describe(const plan& p) { return detail::listing(*p.program_, nullptr).text(); }

std::string describe(const plan& p, const extent_values& lengths) {
  p.program_->check_lengths("describe", lengths);
  return detail::listing(*p.program_, &lengths).text();
}

}  // namespace ravel
