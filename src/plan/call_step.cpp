// SPDX-License-Identifier: BSL-1.0
// Records calls of verbs and views.
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/plan/detail/call_step.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

class call_step final : public recorded {
 public:
  call_step(step_call call, dtype type, planned_shape shape, std::vector<shared_recorded> operands)
      : recorded(call.work, type, std::move(shape), std::move(operands)), call_(std::move(call)) {}

  any_operand run(const operand_values& operands, const extent_values& extents) const override { return call_.run(operands, extents); }
  bool same_call(const recorded& other) const override {
    const step_call& also = static_cast<const call_step&>(other).call_;
    const call_arguments &a = call_.arguments, &b = also.arguments;
    return std::string_view(call_.verb) == also.verb && a.equal && a.values.type() == b.values.type() && a.equal(a.values, b.values);
  }
  std::string written(std::span<const std::string> operands) const override {
    text whole;
    whole << call_.verb << "(";
    for (std::size_t k = 0; k < operands.size(); ++k) whole << (k ? ", " : "") << operands[k];
    return whole << call_.arguments.words << ")";
  }

 private:
  step_call call_;
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
std::string argument_words(nan_policy policy) {
  return policy == nan_policy::keep ? "nan_policy::keep" : policy == nan_policy::skip ? "nan_policy::skip" : "nan_policy::refuse";
}
std::string argument_words(sort_order order) { return order == sort_order::ascending ? "sort_order::ascending" : "sort_order::descending"; }

planned record_call(step_call call, dtype type, planned_shape shape, std::vector<shared_recorded> operands) {
  return planned_access::wrap(make_released<true, call_step>(std::move(call), type, std::move(shape), std::move(operands)));
}

any_tensor example_tensor(const recorded& step) {
  std::vector<index_t> extents;
  const index_t longest = step.shape().rank() < 4 ? 4 : 2;
  for (const planned_length& one : step.shape().lengths()) extents.push_back(std::min(one.number().value_or(longest), longest));
  return zeros(step.type(), shape(extents));
}

}  // namespace ravel::detail
