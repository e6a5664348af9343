// SPDX-License-Identifier: BSL-1.0
// Records calls of verbs, views and functions of the program.
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>
#include "plan/steps.hpp"

#include <algorithm>

namespace ravel::detail {

namespace {

// A function of the program is taken to cost this many additions for each element.
constexpr int cost_of_call = 30;

class call_step final : public recorded {
 public:
  // The operands that are named in the call come first. Behind them are steps that find lengths.
  call_step(step_call call, dtype type, planned_shape shape, std::vector<shared_recorded> operands, std::size_t named)
      : recorded(call.work, type, std::move(shape), std::move(operands)), call_(std::move(call)), named_(named) {}

  any_operand run(const operand_values& operands, const extent_values& extents) const override { return call_.run(operands, extents); }
  bool gives_parts() const override { return call_.gives_parts; }
  bool same_call(const recorded& other) const override {
    const step_call& also = static_cast<const call_step&>(other).call_;
    const call_arguments &a = call_.arguments, &b = also.arguments;
    return call_.verb == also.verb && a.equal && a.values.type() == b.values.type() && a.equal(a.values, b.values);
  }
  std::string written(std::span<const std::string> operands) const override {
    const bool called = call_.verb.empty();  // by places: x(mask)
    std::string listed;
    for (std::size_t k = called; k <= named_; ++k) {
      if (k == std::min(call_.argument_place, named_)) listed += call_.arguments.words;
      if (k < named_) listed += ", " + operands[k];
    }
    return (called ? operands[0] : call_.verb) + "(" + (listed.empty() ? listed : listed.substr(2)) + ")";
  }
  int cost() const override { return work() == step_work::elementwise ? cost_of_call : 0; }

 private:
  step_call call_;
  std::size_t named_;
};

}  // namespace

bool same_argument(const ints& a, const ints& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

std::string argument_words(const ints& list) {
  if (list.size() == 1) return text() << list[0];
  text written;
  written << "{";
  for (index_t k = 0; k < list.size(); ++k) written << (k ? ", " : "") << list[k];
  return written << "}";
}
std::string argument_words(const std::vector<double>& list) {
  text written;
  written << "{";
  for (std::size_t k = 0; k < list.size(); ++k) written << (k ? ", " : "") << list[k];
  return written << "}";
}
std::string argument_words(nan_policy policy) {
  return policy == nan_policy::keep ? "nan_policy::keep" : policy == nan_policy::skip ? "nan_policy::skip" : "nan_policy::refuse";
}
std::string argument_words(sort_order order) { return order == sort_order::ascending ? "sort_order::ascending" : "sort_order::descending"; }

std::string argument_words(const planned_shape& lengths) {
  text written;
  written << "{";
  for (index_t k = 0; k < lengths.rank(); ++k) written << (k ? ", " : "") << to_string(lengths[k]);
  return written << "}";
}

planned record_call(step_call call, dtype type, planned_shape shape, std::vector<shared_recorded> operands) {
  const std::size_t named = operands.size();
  for (auto& finder : found_extent::finders(call.reads_lengths, operands)) operands.push_back(std::move(finder));
  const planned_shape made = shape;
  shared_recorded step = make_released<true, call_step>(std::move(call), type, std::move(shape), std::move(operands), named);
  found_extent::set_step(made, step);
  return planned_access::wrap(std::move(step));
}

any_tensor example_tensor(const recorded& step) {
  std::vector<index_t> extents;
  const index_t longest = step.shape().rank() < 4 ? 4 : 2;
  for (const planned_length& one : step.shape().lengths()) extents.push_back(std::min(one.number().value_or(longest), longest));
  return zeros(step.type(), shape(extents));
}

dtype type_of_call(std::span<const shared_recorded> operands, const step_function& run, dtype else_type) {
  std::vector<any_operand> examples;
  std::vector<std::size_t> places;
  for (const auto& one : operands) {
    places.push_back(examples.size());
    examples.emplace_back(example_tensor(*one));
  }
  try {
    const any_operand made = run({examples.data(), places}, {});
    return made.scalar ? made.scalar->dtype() : made.values.dtype();  // half floats are as they are stored
  } catch (const type_error&) {
    throw;
  } catch (const error&) {
    return else_type;
  }
}

}  // namespace ravel::detail
