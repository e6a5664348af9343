// SPDX-License-Identifier: BSL-1.0
// Records peaks, densities and fits: the lengths of their results.
#include <ravel/base/error.hpp>
#include <ravel/plan/fits.hpp>
#include "plan/bundle.hpp"
#include "plan/view_step.hpp"

namespace ravel::detail {

namespace {

void check_line(const char* verb, const recorded& x, const char* role) {
  if (x.shape().rank() != 1) throw shape_error(text() << verb << ": " << role << step_text(x) << " has not one axis");
}

}  // namespace

planned record_peaks(const planned& x, call_arguments arguments, step_function run) {
  const shared_recorded& step = planned_access::step(x);
  check_line("find_peaks", *step, "");
  return record_at_once("find_peaks", std::move(arguments), std::move(run), dtype::int64, {found_extent::by_step("number of peaks")},
                        {step});
}

std::vector<planned> record_at_peaks(const char* verb, const planned_argument& x, const planned_argument& positions,
                                     call_arguments arguments, several_function run, std::span<const named_part> parts) {
  check_line(verb, *x.step, "");
  check_line(verb, *positions.step, "the list of positions ");
  if (kind_of(positions.step->type()) != element_kind::integer)
    throw type_error(text() << verb << ": the positions " << step_text(*positions.step) << " are no integers");
  std::vector<shaped_part> made;
  for (const named_part& one : parts) made.push_back({text() << "." << one.name, one.type, positions.step->shape()});
  return record_parts(verb, std::move(arguments), std::move(run), {x.step, positions.step}, made);
}

planned record_density(const planned_argument& x, const planned_argument& places, const ints* axis, call_arguments arguments,
                       step_function run) {
  check_line("kernel_density", *places.step, "the list of places ");
  planned_shape shape = places.step->shape();
  if (axis) {
    auto made = lengths(planned_access::wrap(x.step));
    if (axis->size() != 1) throw shape_error("kernel_density goes along one axis");
    made[place((*axis)[0], x.step->shape().rank())] = shape[0];
    shape = made;
  }
  return record_at_once("kernel_density", std::move(arguments), std::move(run), dtype::float64, std::move(shape), {x.step, places.step});
}

planned_linear_model record_linear_model(const planned_argument& x, const planned_argument& y, intercept how, call_arguments arguments,
                                         several_function run) {
  const planned_shape &matrix = x.step->shape(), &column = y.step->shape();
  if (matrix.rank() != 2 || !(column.elements() == matrix[0]))
    throw shape_error(text() << "least_squares of " << step_text(*x.step) << " and " << step_text(*y.step)
                             << ": it takes a matrix, and as many numbers as that has rows");
  const planned_length coefficients = matrix[1] + planned_length(how == intercept::fitted ? 1 : 0);
  const shaped_part parts[] = {{".coefficients", dtype::float64, {coefficients}},
                               {".standard_errors", dtype::float64, {coefficients}},
                               {".r_squared", dtype::float64, {}},
                               {".residual_sum", dtype::float64, {}},
                               {".freedom", dtype::int64, {}}};
  const auto p = record_parts("least_squares", std::move(arguments), std::move(run), {x.step, y.step}, parts);
  return {p[0], p[1], p[2], p[3], p[4]};
}

}  // namespace ravel::detail
