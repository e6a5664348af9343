// SPDX-License-Identifier: BSL-1.0
// Records verbs by lists of numbers: what becomes of the lengths. A list in braces is written out in the text of a plan.
#include <ravel/base/error.hpp>
#include <ravel/plan/lists.hpp>
#include "plan/bundle.hpp"
#include "plan/formula_value.hpp"
#include "plan/steps.hpp"

namespace ravel {

namespace {

planned written_list(const std::vector<double>& values) {
  std::vector<any_scalar> each;
  for (const double one : values) each.emplace_back(one);
  return detail::written_out(dtype::float64, {std::ssize(each)}, each);
}

}  // namespace

planned_list::planned_list(const std::vector<double>& values) : values_(written_list(values)) {}
planned_list::planned_list(const detail::planned_argument& values) : values_(detail::planned_access::wrap(values.step)) {}

namespace detail {

namespace {

planned_histogram record_counts(const planned& x, const planned_list* edges, const ints* axis, const planned_length& bins,
                                call_arguments arguments, several_function run) {
  lengths_of counts = axis ? x.shape().lengths() : lengths_of{bins};
  if (axis) {
    if (axis->size() != 1) throw shape_error("histogram goes along one axis");
    counts[axis_at((*axis)[0], x.rank())] = bins;
  }
  std::vector<shared_recorded> operands{planned_access::step(x)};
  if (edges) operands.push_back(planned_access::step(edges->values()));
  const shaped_part parts[] = {{".counts", dtype::int64, counts}, {".edges", dtype::float64, {bins + 1}}};
  const auto p = record_parts("histogram", std::move(arguments), std::move(run), std::move(operands), parts);
  return {p[0], p[1]};
}

}  // namespace

planned record_by_lists(const char* verb, const planned& x, std::initializer_list<planned_list> lists, dtype type, planned_shape shape,
                        call_arguments arguments, step_function run) {
  std::vector<shared_recorded> operands{planned_access::step(x)};
  for (const planned_list& one : lists) {
    check_line(verb, *planned_access::step(one.values()), "the list of numbers ");
    operands.push_back(planned_access::step(one.values()));
    if (!(one.values().shape() == lists.begin()->values().shape()))
      throw shape_error(text() << verb << ": " << step_text(lists.begin()->values()) << " and " << step_text(one.values())
                               << " differ in shape");
  }
  return record_at_once(verb, std::move(arguments), std::move(run), type, std::move(shape), std::move(operands));
}

planned record_wavelets(const planned& x, const planned_list& widths, const ints& axis, step_function run) {
  if (axis.size() != 1) throw shape_error("cwt goes along one axis");
  (void)axis_at(axis[0], x.rank());
  lengths_of made = x.shape().lengths();
  made.insert(made.begin(), widths.values().shape().elements());
  return record_by_lists("cwt", x, {widths}, dtype::float64, std::move(made), arguments_of(axis), std::move(run));
}

planned record_bincount(const planned& x, const planned_argument* weights, call_arguments arguments, step_function run) {
  std::vector<shared_recorded> operands{planned_access::step(x)};
  if (weights) {
    operands.push_back(weights->step);
    if (!(weights->step->shape() == x.shape()))
      throw shape_error(text() << "bincount: " << step_text(x) << " and the weights " << step_text(*weights->step) << " differ in shape");
  }
  return record_at_once("bincount", std::move(arguments), std::move(run), weights ? dtype::float64 : dtype::int64,
                        {found_extent::by_step("length of bincount")}, std::move(operands));
}

planned_histogram record_histogram_by(const planned& x, const planned_list& edges, const ints* axis, call_arguments arguments,
                                      several_function run) {
  check_line("histogram", *planned_access::step(edges.values()), "the list of numbers ");
  return record_counts(x, &edges, axis, edges.values().shape()[0] - 1, std::move(arguments), std::move(run));
}

planned_histogram record_histogram_along(const planned& x, const ints& axis, bins count, call_arguments arguments, several_function run) {
  if (count.value < 1) throw value_error(text() << "histogram of " << index_t{count.value} << " bins: it needs one or more");
  return record_counts(x, nullptr, &axis, planned_length(index_t{count.value}), std::move(arguments), std::move(run));
}

}  // namespace detail

}  // namespace ravel
