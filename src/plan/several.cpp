// SPDX-License-Identifier: BSL-1.0
// Records a verb with several results as a step that gives a bundle, and steps that pick one. The node of a bundle shows zeros, which
// nobody reads.
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
#include <ravel/plan/several.hpp>
#include "plan/bundle.hpp"
#include "plan/steps.hpp"

namespace ravel {

namespace detail {

namespace {

class bundle_node final : public node<index_t> {
 public:
  explicit bundle_node(std::vector<any_tensor> parts)
      : node<index_t>({.size = parts[0].size(), .immutable = true}, {&zero, 0}, &zero), parts_(std::move(parts)) {}
  const std::vector<any_tensor>& parts() const { return parts_; }

  overlap meets(const target_memory&) const override { return overlap::none; }

 protected:
  block<const index_t> produce(index_t, index_t, index_t*, arena&) const override { return {&zero, 0}; }

 private:
  static constexpr index_t zero = 0;
  std::vector<any_tensor> parts_;
};

class part_step final : public recorded {
 public:
  part_step(const shared_recorded& bundle, std::size_t place, const shaped_part& part)
      : recorded(step_work::at_once, part.type, part.shape, {bundle}), place_(place), accessor_(part.accessor) {}

  any_operand run(const operand_values& operands, const extent_values&) const override {
    const any_tensor whole = operands.tensor(0);
    return parts_of(whole)[place_];
  }
  bool same_call(const recorded& other) const override { return place_ == static_cast<const part_step&>(other).place_; }
  std::string written(std::span<const std::string> operands) const override { return operands[0] + accessor_; }
  std::string saved(std::span<const std::string> operands, const extent_words&) const override { return written(operands); }

 private:
  std::size_t place_;
  std::string accessor_;
};

// Parts of one shape.
std::vector<shaped_part> parts_in(const planned_shape& shape, std::span<const named_part> named) {
  std::vector<shaped_part> parts;
  for (const named_part& one : named) parts.push_back({text() << "." << one.name, one.type, shape});
  return parts;
}

}  // namespace

void check_line(const char* verb, const recorded& x, const char* role) {
  if (x.shape().rank() != 1)
    throw shape_error(text() << verb << ": " << role << step_text(x) << " has the shape " << to_string(x.shape())
                             << ", and needs one axis");
}

any_tensor bundle_of(std::vector<any_tensor> parts) {
  const shape first = parts[0].shape();
  return tensor<const index_t>(dims::row_major(first), make_reader<bundle_node>(std::move(parts)));
}

const std::vector<any_tensor>& parts_of(const any_tensor& bundle) {
  const auto* const held = dynamic_cast<const bundle_node*>(any_tensor_access::node(bundle).base().get());
  if (!held) throw value_error("the value of a step with several results was copied");
  return held->parts();
}

std::vector<planned> record_parts(const char* verb, call_arguments arguments, several_function f, std::vector<shared_recorded> operands,
                                  std::span<const shaped_part> parts) {
  const step_function run = [f = std::move(f)](const operand_values& values, const extent_values&) { return bundle_of(f(values)); };
  (void)type_of_call(operands, run, dtype::int64);  // a type_error if the verb takes no such elements
  return record_parts_of({step_work::at_once, verb, std::move(arguments), run}, std::move(operands), parts);
}

std::vector<planned> record_parts_of(step_call call, std::vector<shared_recorded> operands, std::span<const shaped_part> parts) {
  call.parts = std::make_shared<const std::vector<shaped_part>>(parts.begin(), parts.end());
  const planned bundle = record_call(std::move(call), dtype::int64, parts[0].shape, std::move(operands));
  std::vector<planned> picked;
  for (std::size_t k = 0; k < parts.size(); ++k)
    picked.push_back(planned_access::wrap(make_released<true, part_step>(planned_access::step(bundle), k, parts[k])));
  return picked;
}

planned bundle_behind(const planned& part) { return planned_access::wrap(planned_access::step(part)->operands()[0]); }

const std::vector<shaped_part>* parts_behind(const planned& x) {
  const recorded* step = planned_access::step(x).get();
  while (as_step<name_step>(*step)) step = step->operands()[0].get();
  return step->parts();
}
planned part_named(const planned& bundle, std::string_view accessor) {
  const auto* const parts = parts_behind(bundle);
  if (!parts) throw value_error(text() << step_text(bundle) << " has no parts");
  std::string all;
  for (std::size_t k = 0; k < parts->size(); ++k) {
    const shaped_part& one = (*parts)[k];
    if (one.accessor == accessor) return planned_access::wrap(make_released<true, part_step>(planned_access::step(bundle), k, one));
    all += (k ? ", " : "") + one.accessor;
  }
  throw value_error(text() << "there is no part " << accessor << "; there are: " << all);
}

std::vector<planned> record_numbers(const char* verb, std::vector<shared_recorded> operands, const verb_axes& axes,
                                    call_arguments arguments, several_function run, std::span<const named_part> parts) {
  for (const auto& one : operands) {
    if (!axes.named && !(one->shape() == operands[0]->shape()))
      throw shape_error(text() << verb << ": " << step_text(*operands[0]) << " and " << step_text(*one) << " differ in shape");
  }
  const planned_shape shape = axes.named ? result_shape(verb, *operands[0], broadcast_shape(verb, operands), axes) : planned_shape();
  return record_parts(verb, std::move(arguments), std::move(run), std::move(operands), parts_in(shape, parts));
}

planned_histogram record_histogram(const planned& x, std::optional<index_t> count, call_arguments arguments, several_function run) {
  if (count && *count < 1) throw value_error(text() << "histogram of " << *count << " bins: it needs one or more");
  const planned_length bins = count ? planned_length(*count) : found_extent::by_step("bins of histogram");
  const shaped_part parts[] = {{".counts", dtype::int64, {bins}}, {".edges", dtype::float64, {bins + 1}}};
  const auto p = record_parts("histogram", std::move(arguments), std::move(run), {planned_access::step(x)}, parts);
  return {p[0], p[1]};
}

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
  check_positions(verb, *positions.step);
  return record_parts(verb, std::move(arguments), std::move(run), {x.step, positions.step}, parts_in(positions.step->shape(), parts));
}

planned record_density(const planned_argument& x, const planned_argument& places, const ints* axis, call_arguments arguments,
                       step_function run) {
  check_line("kernel_density", *places.step, "the list of places ");
  planned_shape shape = places.step->shape();
  if (axis) {
    auto made = x.step->shape().lengths();
    if (axis->size() != 1) throw shape_error("kernel_density goes along one axis");
    made[axis_at((*axis)[0], x.step->shape().rank())] = shape[0];
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

}  // namespace detail

planned_counted_values value_counts(const planned& x) {
  const auto run = [](const detail::operand_values& operands) -> std::vector<any_tensor> {
    const any_counted_values found = value_counts(operands.tensor(0));
    return {found.values, found.counts};
  };
  const planned_length distinct = detail::found_extent::by_step("length of value_counts");
  const detail::shaped_part parts[] = {{".values", detail::computed_as(x.dtype()), {distinct}}, {".counts", dtype::int64, {distinct}}};
  const auto p = detail::record_parts("value_counts", detail::arguments_of(), run, {detail::planned_access::step(x)}, parts);
  return {p[0], p[1]};
}

}  // namespace ravel
