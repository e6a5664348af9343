// SPDX-License-Identifier: BSL-1.0
// Records a verb with several results as a step that gives a bundle, and steps that pick one.
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
#include <ravel/plan/several.hpp>
#include "plan/bundle.hpp"
#include "plan/steps.hpp"

namespace ravel {

namespace detail {

namespace {

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

}  // namespace

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
  if (!parts) throw value_error(text() << step_text(*planned_access::step(bundle)) << " has no parts");
  std::string all;
  for (std::size_t k = 0; k < parts->size(); ++k) {
    const shaped_part& one = (*parts)[k];
    if (one.accessor == accessor) return planned_access::wrap(make_released<true, part_step>(planned_access::step(bundle), k, one));
    all += (k ? ", " : "") + one.accessor;
  }
  throw value_error(text() << "there is no part " << accessor << "; there are: " << all);
}

std::vector<planned> record_numbers(const char* verb, call_arguments arguments, several_function run, std::vector<shared_recorded> operands,
                                    std::span<const named_part> parts) {
  for (const auto& one : operands) {
    if (!(one->shape() == operands[0]->shape()))
      throw shape_error(text() << verb << ": " << step_text(*operands[0]) << " and " << step_text(*one) << " differ in shape");
  }
  std::vector<shaped_part> numbers;
  for (const named_part& one : parts) numbers.push_back({text() << "." << one.name, one.type, {}});
  return record_parts(verb, std::move(arguments), std::move(run), std::move(operands), numbers);
}

planned_histogram record_histogram(const planned& x, std::optional<index_t> count, call_arguments arguments, several_function run) {
  if (count && *count < 1) throw value_error(text() << "histogram of " << *count << " bins: it needs one or more");
  const planned_length bins = count ? planned_length(*count) : found_extent::by_step("bins of histogram");
  const shaped_part parts[] = {{".counts", dtype::int64, {bins}}, {".edges", dtype::float64, {bins + 1}}};
  const auto p = record_parts("histogram", std::move(arguments), std::move(run), {planned_access::step(x)}, parts);
  return {p[0], p[1]};
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
