// SPDX-License-Identifier: BSL-1.0
// Records groups of values.
#include <ravel/base/error.hpp>
#include <ravel/plan/fold.hpp>
#include "plan/bundle.hpp"
#include "plan/steps.hpp"

namespace ravel::detail {

planned_groups record_groups(groups_function run, std::vector<shared_recorded> operands, dtype of_results) {
  const recorded &keys = *operands[0], &values = *operands[1];
  if (!(keys.shape() == values.shape()))
    throw shape_error(text() << "group_reduce: the keys " << step_text(keys) << " and the values " << step_text(values)
                             << " differ in shape");
  const planned_length count = found_extent::by_step("number of groups");
  const shaped_part parts[] = {{".keys", keys.type(), {count}}, {".values", of_results, {count}}};
  step_call call{step_work::at_once, "group_reduce", untold_arguments(", …"),
                 [f = std::move(run)](const operand_values& given, const extent_values&) { return bundle_of(f(given)); }};
  const auto p = record_parts_of(std::move(call), std::move(operands), parts);
  return {p[0], p[1]};
}

}  // namespace ravel::detail
