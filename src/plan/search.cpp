// SPDX-License-Identifier: BSL-1.0
// Records searches.
#include <ravel/any/search.hpp>
#include <ravel/base/error.hpp>
#include <ravel/plan/search.hpp>
#include "plan/steps.hpp"

namespace ravel::detail {

namespace {

// The result has the shape of one of the operands.
planned record_search(const char* verb, call_arguments arguments, const step_function& run, const planned_argument& a,
                      const planned_argument& b, dtype type, const planned_shape& shape) {
  std::vector<shared_recorded> both{a.step, b.step};
  (void)type_of_call(both, run, type);  // a type_error if the values cannot be compared
  return record_call({step_work::at_once, verb, std::move(arguments), run}, type, shape, std::move(both));
}

std::string argument_words(search_side side) { return side == search_side::left ? "search_side::left" : "search_side::right"; }

}  // namespace

planned record_searchsorted(const planned_argument& sorted, const planned_argument& values, search_side side) {
  if (sorted.step->shape().rank() != 1)
    throw shape_error(text() << "searchsorted: the sorted data " << step_text(*sorted.step) << " have not one axis");
  call_arguments arguments = arguments_of(side);
  arguments.words = side == search_side::left ? "" : ", " + argument_words(side);
  const step_function run = [side](const operand_values& operands, const extent_values&) -> any_tensor {
    return searchsorted(operands.tensor(0), operands.tensor(1), side);
  };
  return record_search("searchsorted", std::move(arguments), run, sorted, values, dtype::int64, values.step->shape());
}

planned record_index_of(const planned_argument& x, const planned_argument& values) {
  const step_function run = [](const operand_values& operands, const extent_values&) -> any_tensor {
    return index_of(operands.tensor(0), operands.tensor(1));
  };
  return record_search("index_of", arguments_of(), run, x, values, dtype::int64, values.step->shape());
}

planned record_membership(const planned_argument& x, const planned_argument& values) {
  const step_function run = [](const operand_values& operands, const extent_values&) -> any_tensor {
    return membership(operands.tensor(0), operands.tensor(1));
  };
  return record_search("membership", arguments_of(), run, x, values, dtype::bool_, x.step->shape());
}

}  // namespace ravel::detail
