// SPDX-License-Identifier: BSL-1.0
// Plans, workspaces and results.
#include <ravel/base/error.hpp>
#include "plan/run_state.hpp"

#include <algorithm>

namespace ravel {

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
  program_->check_lengths("memory", lengths);
  return needs_of(*program_, lengths);
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
