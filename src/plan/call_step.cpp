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
    return a.have_text && b.have_text && std::string_view(call_.verb) == also.verb && a.words == b.words && a.lengths == b.lengths;
  }
  std::string written(std::span<const std::string> operands) const override { return text_of_call(operands, {}); }
  std::string saved(std::span<const std::string> operands, const extent_words& words) const override {
    if (!call_.arguments.have_text) return recorded::saved(operands, words);
    return text_of_call(operands, words);
  }

 private:
  std::string text_of_call(std::span<const std::string> operands, const extent_words& words) const {
    const call_arguments& arguments = call_.arguments;
    std::string whole = std::string(call_.verb) + "(";
    for (std::size_t k = 0; k < operands.size(); ++k) whole += (k ? ", " : "") + operands[k];
    whole += arguments.words;
    if (arguments.last == call_arguments::lengths_are::one) whole += ", " + to_string(arguments.lengths[0], words);
    if (arguments.last == call_arguments::lengths_are::a_shape) whole += ", " + to_string(arguments.lengths, words);
    return whole + (arguments.have_text || arguments.words.find(no_text) != std::string::npos ? ")" : ", …)");
  }

  step_call call_;
};

}  // namespace

call_arguments joined_arguments(std::initializer_list<argument_view> arguments, std::size_t options) {
  std::vector<std::string> words;
  for (const argument_view& one : arguments) words.push_back(one.words(one.argument));
  std::sort(words.end() - static_cast<std::ptrdiff_t>(options), words.end());
  call_arguments joined;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (words[k].empty()) continue;
    joined.words += ", " + words[k];
    joined.have_text = joined.have_text && words[k].find(no_text) == std::string::npos;
    joined.options += k + options >= words.size();
  }
  return joined;
}

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
