// SPDX-License-Identifier: BSL-1.0
// Records weighted means and quantiles.
#include <ravel/any/verbs.hpp>
#include <ravel/base/error.hpp>
#include <ravel/plan/weights.hpp>
#include "plan/view_step.hpp"

namespace ravel {

planned_weights::planned_weights(const planned& w) : values_(w) {
  const element_kind kind = kind_of(w.dtype());
  if (w.dtype() == dtype::string || kind == element_kind::complex)
    throw type_error(detail::text() << "planned_weights of " << detail::step_text(*detail::planned_access::step(w))
                                    << ": they are real numbers");
}

namespace detail {

planned record_weighted(const char* verb, const planned& x, const planned_weights& w, const verb_axes& axes, call_arguments arguments,
                        weighted_call call) {
  const std::vector<shared_recorded> both{planned_access::step(x), planned_access::step(w.values())};
  planned_length weighed = x.shape().elements();
  if (axes.named) {
    weighed = 1;
    for (const index_t axis : std::span<const index_t>(*axes.named)) weighed = weighed * x.shape()[check_axis(axis, x.rank())];
  }
  if (!(w.values().shape().elements() == weighed))
    throw shape_error(text() << verb << " of " << step_text(*both[0]) << ": the weights " << step_text(*both[1]) << " are "
                             << to_string(w.values().shape().elements()) << ", and each result is of " << to_string(weighed)
                             << " elements");
  planned_shape shape = result_shape(verb, *both[0], x.shape(), axes);
  const step_function run = [verb, f = std::move(call)](const operand_values& operands, const extent_values&) {
    return f(operands.tensor(0), weights(elements_as_doubles(verb, operands.tensor(1))));
  };
  const dtype type = type_of_call(both, run, dtype::float64);
  step_call made{step_work::at_once, verb, std::move(arguments), run};
  made.argument_place = 1;
  made.has_weights = true;
  return record_call(std::move(made), type, std::move(shape), both);
}

}  // namespace detail

}  // namespace ravel
