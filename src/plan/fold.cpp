// SPDX-License-Identifier: BSL-1.0
// Records verbs by a function of the program.
#include <ravel/plan/fold.hpp>
#include "plan/steps.hpp"

namespace ravel::detail {

planned record_fold(const char* verb, const planned& x, const verb_axes& axes, dtype type,
                    std::function<any_tensor(const any_tensor& t)> run) {
  const shared_recorded& step = planned_access::step(x);
  planned_shape shape = result_shape(verb, *step, x.shape(), axes);
  return record_call({step_work::at_once, verb, untold_arguments(", …"), on_one(std::move(run))}, type, std::move(shape), {step});
}

}  // namespace ravel::detail
