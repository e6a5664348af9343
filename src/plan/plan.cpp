// SPDX-License-Identifier: BSL-1.0
// Plans, workspaces and results, and how a plan is described.
#include <ravel/base/error.hpp>
#include "plan/run_state.hpp"

#include <algorithm>

namespace ravel {

namespace detail {

namespace {

// "one loop: t1, t2, result y" for each loop. Values without a line of their own are results.
void add_loops(const program& of, const std::vector<std::string>& words, const std::vector<bool>& has_line,
               std::vector<std::string>& lines) {
  for (const joined_loop& loop : of.loops()) {
    std::string listed;
    const auto add = [&](const std::string& one) { listed += (listed.empty() ? "" : ", ") + one; };
    for (const std::size_t k : loop.members) {
      if (has_line[k]) add(words[k]);
      for (const program_output& one : of.outputs()) {
        if (one.step == k && !has_line[k]) add("result " + one.name);
      }
    }
    lines.push_back("one loop: " + listed);
  }
}

// The steps as text: a value that is lazy, has no name and is used once stands where it is used.
std::vector<std::string> lines_of(const program& of) {
  const auto steps = of.steps();
  std::vector<std::string> words(steps.size()), lines;
  std::vector<bool> is_output(steps.size()), has_line(steps.size());
  for (const program_output& one : of.outputs()) is_output[one.step] = true;
  for (const program_update& one : of.updates()) is_output[one.step] = true;
  int unnamed = 0;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const program_step& step = steps[k];
    std::vector<std::string> operands;
    for (const std::size_t operand : step.operands) operands.push_back(words[operand]);
    const std::string call = step.what->written(operands);
    const bool lazy = !step.stored && !step.folded && step.what->work() != step_work::at_once;
    if (step.what->work() == step_work::given || (lazy && step.name.empty() && (step.uses == 1 || is_output[k]))) {
      words[k] = call;
      continue;
    }
    has_line[k] = true;
    words[k] = step.name.empty() ? "t" + std::to_string(++unnamed) : step.name;
    lines.push_back(words[k] + " " + std::string(name(step.what->type())) + to_string(step.what->shape()) + " = " + call +
                    (step.folded   ? ", computed with the plan"
                     : lazy        ? ", where it is read"
                     : step.stored ? ", stored"
                                   : ""));
  }
  for (const program_output& one : of.outputs()) lines.push_back("result " + one.name + " = " + words[one.step]);
  for (const program_update& one : of.updates()) lines.push_back("update " + one.target->name() + " = " + words[one.step]);
  add_loops(of, words, has_line, lines);
  return lines;
}

}  // namespace

}  // namespace detail

const any_tensor& results::operator[](std::string_view name) const& {
  const auto all = tensors_.all();
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (of_->outputs()[k].name == name) return all[k];
  }
  throw value_error(detail::text() << "there is no result named " << name);
}
std::vector<named_tensor> results::all() const {
  std::vector<named_tensor> named;
  for (const any_tensor& one : tensors_.all()) named.push_back({of_->outputs()[named.size()].name, one});
  return named;
}

plan::plan(plan_inputs inputs, plan_outputs outputs, std::vector<update> updates)
    : program_(std::make_shared<const detail::program>(std::move(inputs.all_), std::move(outputs.all_), std::move(updates))) {}

results plan::run(workspace& room, const run_inputs& inputs, const results_into& into) const {
  if (!room.state_ || room.state_->of != program_) throw value_error("the workspace belongs to another plan");
  return program_->run(*room.state_, inputs, into);
}

results plan::run(const run_inputs& inputs, const results_into& into) const {
  workspace room(*this);
  return run(room, inputs, into);
}

const std::vector<planned>& plan::inputs() const& { return program_->inputs(); }
std::vector<variable> plan::variables() const {
  std::vector<variable> found;
  for (const auto& one : program_->variables()) found.push_back(detail::planned_access::wrap_variable(one));
  return found;
}

memory_needs plan::memory(const extent_values& lengths) const {
  for (const planned& one : program_->inputs()) {
    if (!one.shape().known_by(lengths)) throw value_error(detail::text() << "memory needs the lengths of " << detail::step_text(one));
  }
  return needs_of(*program_, lengths);
}

std::string describe(const plan& p) {
  detail::text whole;
  for (const std::string& line : detail::lines_of(*p.program_)) whole << line << "\n";
  return whole;
}

workspace::workspace(const plan& p) : state_(std::make_unique<detail::run_state>(p.program_)) {}
workspace::~workspace() = default;
workspace::workspace(workspace&&) noexcept = default;
workspace& workspace::operator=(workspace&&) noexcept = default;

void workspace::bind(const planned& input, const any_tensor& value) {
  if (!state_) throw value_error("a workspace that was moved from belongs to no plan");
  state_->bound[state_->of->input_of(input)] = value;
}
void workspace::release() {
  if (state_) state_->clear();
}

}  // namespace ravel
