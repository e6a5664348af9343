// SPDX-License-Identifier: BSL-1.0
// Makes extents that a step finds, and finds the step again.
#include <ravel/base/error.hpp>
#include <ravel/plan/views.hpp>
#include "plan/steps.hpp"

#include <algorithm>
#include <mutex>

namespace ravel::detail {

planned_extent found_extent::by_step(std::string name) {
  using told = planned_extent::told;
  return planned_extent(std::make_shared<const told>(told{std::move(name), next_extent_number(), planned_extent::found::by_step}));
}

planned_extent found_extent::by_mask(const shared_recorded& mask) {
  using told = planned_extent::told;
  shared_recorded counted = mask;
  while (const auto* const named = as_step<name_step>(*counted)) counted = named->operands()[0];
  const std::string name = name_of(*mask);
  auto fresh = std::make_shared<const told>(
      told{"count of " + (name.empty() ? "mask" : name), next_extent_number(), planned_extent::found::by_mask, counted});
  static std::mutex one_at_a_time;
  const std::lock_guard guard(one_at_a_time);
  if (const auto before = std::static_pointer_cast<const told>(counted->count_.lock())) return planned_extent(before);
  counted->count_ = fresh;
  return planned_extent(std::move(fresh));
}

index_t found_extent::length_in_run(const planned_length& of, const extent_values& extents) {
  return std::max<index_t>(of.total(extents), 0);
}
bool found_extent::may_end_below_zero(const planned_shape& shape) {
  return std::ranges::any_of(shape.lengths(), [](const planned_length& one) {
    return std::ranges::any_of(one.terms_, [](const auto& term) { return term.times < 0; });
  });
}

std::vector<planned_extent> found_extent::extents_in(std::span<const planned_length> lengths) {
  std::vector<planned_extent> all;
  each_extent(lengths, [&](const planned_extent& factor) {
    if (std::find(all.begin(), all.end(), factor) == all.end()) all.push_back(factor);
  });
  return all;
}

namespace {

bool never_set(const std::weak_ptr<const recorded>& step) {
  const std::weak_ptr<const recorded> none;
  return !step.owner_before(none) && !none.owner_before(step);
}

}  // namespace

void found_extent::set_step(const planned_shape& shape, const shared_recorded& step) {
  for (const planned_extent& one : extents_in(shape.lengths())) {
    if (one.told_->where == planned_extent::found::by_step && never_set(one.told_->step)) one.told_->step = step;
  }
}

std::vector<shared_recorded> found_extent::finders(std::span<const planned_length> lengths, std::span<const shared_recorded> operands) {
  std::vector<planned_extent> known;
  for (const auto& one : operands) {
    for (planned_extent& has : extents_in(one->shape().lengths())) known.push_back(std::move(has));
  }
  std::vector<shared_recorded> steps;
  for (const planned_extent& one : extents_in(lengths)) {
    if (one.told_->where == planned_extent::found::by_input || std::find(known.begin(), known.end(), one) != known.end()) continue;
    if (one.told_->where == planned_extent::found::by_mask) {
      steps.push_back(planned_access::step(argfilter(planned_access::wrap(one.told_->mask))));
    } else if (auto step = one.told_->step.lock()) {
      steps.push_back(std::move(step));
    } else {
      throw shape_error(text() << "the extent (" << one.name() << ") belongs to a planned value that is gone: keep the value");
    }
  }
  return steps;
}

}  // namespace ravel::detail
