// SPDX-License-Identifier: BSL-1.0
// Records calls of functions of the program.
#include <ravel/base/error.hpp>
#include <ravel/plan/map.hpp>
#include "plan/steps.hpp"

namespace ravel::detail {

namespace {

// No two calls of a function of the program are the same, as far as anybody knows.
call_arguments unknown_arguments() { return untold_arguments(", …"); }

}  // namespace

void check_read_as(const recorded& step, dtype type) {
  if (step.type() != type)
    throw type_error(text() << step_text(step) << " is read as " << name(type) << ": cast it, or write as<" << name(step.type()) << ">");
}

planned record_map(dtype type, step_function run, std::vector<shared_recorded> operands) {
  planned_shape shape = broadcast_shape("map", operands);
  return record_call({step_work::elementwise, "map", unknown_arguments(), std::move(run)}, type, std::move(shape), std::move(operands));
}

planned record_filter(step_function run, const shared_recorded& x) {
  return record_call({step_work::at_once, "filter", unknown_arguments(), std::move(run)}, x->type(),
                     {found_extent::by_step("length of filter")}, {x});
}

}  // namespace ravel::detail
