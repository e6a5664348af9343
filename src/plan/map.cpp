// SPDX-License-Identifier: BSL-1.0
// Records verbs by a function of the program, of which no two calls are the same, as far as anybody knows; and convolutions with a planned
// window.
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/plan/map.hpp>
#include "plan/bundle.hpp"
#include "plan/steps.hpp"

namespace ravel::detail {

void check_read_as(const recorded& step, dtype type) {
  if (step.type() != type)
    throw type_error(text() << step_text(step) << " is read as " << name(type) << ": cast it, or write as<" << name(step.type()) << ">");
}

planned record_map(dtype type, step_function run, std::vector<shared_recorded> operands) {
  planned_shape shape = broadcast_shape("map", operands);
  return record_call({step_work::elementwise, "map", untold_arguments(), std::move(run)}, type, std::move(shape), std::move(operands));
}

planned record_filter(step_function run, const shared_recorded& x) {
  return record_call({step_work::at_once, "filter", untold_arguments(), std::move(run)}, x->type(),
                     {found_extent::by_step("length of filter")}, {x});
}

planned record_fold(const char* verb, const planned& x, const verb_axes& axes, dtype type,
                    std::function<any_tensor(const any_tensor& t)> run) {
  const shared_recorded& step = planned_access::step(x);
  planned_shape shape = result_shape(verb, *step, x.shape(), axes);
  return record_call({step_work::at_once, verb, untold_arguments(), on_one(std::move(run))}, type, std::move(shape), {step});
}

planned_groups record_groups(groups_function run, std::vector<shared_recorded> operands, dtype of_results) {
  const recorded &keys = *operands[0], &values = *operands[1];
  if (!(keys.shape() == values.shape()))
    throw shape_error(text() << "group_reduce: the keys " << step_text(keys) << " and the values " << step_text(values)
                             << " differ in shape");
  const planned_length count = found_extent::by_step("number of groups");
  const shaped_part parts[] = {{".keys", keys.type(), {count}}, {".values", of_results, {count}}};
  step_call call{step_work::at_once, "group_reduce", untold_arguments(),
                 [f = std::move(run)](const operand_values& given, const extent_values&) { return bundle_of(f(given)); }};
  const auto p = record_parts_of(std::move(call), std::move(operands), parts);
  return {p[0], p[1]};
}

planned record_windowed(const char* verb, const planned_argument& x, const planned& window, const ints* axis, call_arguments arguments,
                        std::function<any_tensor(const any_tensor& t, const any_tensor& w)> call) {
  drop_defaults_of_row(verb, arguments);
  const std::vector<shared_recorded> both{x.step, planned_access::step(window)};
  const index_t rank = x.step->shape().rank();
  if (window.rank() != (axis ? 1 : rank))
    throw shape_error(text() << verb << " of " << step_text(*both[0]) << " by the window " << step_text(*both[1])
                             << ": it has one axis, or as many for all axes");
  auto made = x.step->shape().lengths();
  for (index_t k = 0; k < rank; ++k) {
    if (!axis || k == check_axis((*axis)[0], rank))
      made[static_cast<std::size_t>(k)] = found_extent::by_step(text() << "length of " << verb);
  }
  return record_at_once(verb, std::move(arguments), on_two(std::move(call)), x.step->type(), std::move(made), both);
}

}  // namespace ravel::detail
