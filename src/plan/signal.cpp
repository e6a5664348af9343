// SPDX-License-Identifier: BSL-1.0
// Records convolutions with a planned window.
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/plan/signal.hpp>
#include "plan/steps.hpp"

namespace ravel::detail {

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
