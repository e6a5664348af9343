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

std::string list_of(const planned_shape& lengths, const extent_words& words) {
  return "{" + comma_list(lengths.lengths(), [&](const planned_length& one) { return to_string(one, words); }) + "}";
}
// As what is called: a name or a call stands alone.
std::string in_parentheses(const std::string& called) {
  const bool alone = loosest_operator(called) == tightest && std::string_view("-+!~").find(called[0]) == std::string_view::npos;
  return alone ? called : "(" + called + ")";
}

class call_step final : public recorded {
 public:
  // The operands that are named in the call come first. Behind them are steps that find lengths.
  call_step(step_call call, dtype type, planned_shape shape, std::vector<shared_recorded> operands, std::size_t named)
      : recorded(call.work, type, std::move(shape), std::move(operands)), call_(std::move(call)), named_(named) {}

  any_operand run(const operand_values& operands, const extent_values& extents) const override { return call_.run(operands, extents); }
  bool reads_memory() const override { return call_.reads_memory; }
  const std::vector<shaped_part>* parts() const override { return call_.parts.get(); }
  std::string_view verb_alone() const override {
    const bool alone = work() == step_work::at_once && operands().size() == named_ && call_.arguments.have_text &&
                       call_.arguments.words.empty() && call_.arguments.last == call_arguments::lengths_are::none;
    return alone ? std::string_view(call_.verb) : std::string_view();
  }
  bool is_placed_by_elements() const override { return call_.is_placed_by_elements; }
  std::span<const planned_length> reads_lengths() const override { return call_.reads_lengths; }
  bool same_call(const recorded& other) const override {
    const step_call& also = static_cast<const call_step&>(other).call_;
    const call_arguments &a = call_.arguments, &b = also.arguments;
    return a.have_text && b.have_text && call_.verb == also.verb && a.words == b.words && a.lengths == b.lengths;
  }
  std::size_t call_hash() const override { return std::hash<std::string>()(call_.arguments.words); }
  std::string written(std::span<const std::string> operands) const override { return text_of_call(operands, {}); }
  std::string saved(std::span<const std::string> operands, const extent_words& words) const override {
    if (!call_.arguments.have_text) return recorded::saved(operands, words);
    return text_of_call(operands, words);
  }
  int cost() const override { return work() == step_work::elementwise ? cost_of_call : 0; }

 private:
  std::string text_of_call(std::span<const std::string> operands, const extent_words& words) const {
    const call_arguments& arguments = call_.arguments;
    const bool called = call_.verb.empty();  // by places: x(mask)
    std::string listed = arguments.lengths_lead ? ", " + list_of(arguments.lengths, words) : "";
    for (std::size_t k = called; k <= named_; ++k) {
      if (k == std::min(call_.argument_place, named_)) listed += arguments.words;
      if (k == named_) continue;
      listed += call_.has_weights && k + 1 == named_ ? ", planned_weights(" + operands[k] + ")" : ", " + operands[k];
    }
    for (const planned_length& one : arguments.lengths.lengths()) {
      if (arguments.last == call_arguments::lengths_are::each) listed += ", " + to_string(one, words);
    }
    if (arguments.last == call_arguments::lengths_are::a_shape) listed += ", " + to_string(arguments.lengths, words);
    return (called ? in_parentheses(operands[0]) : call_.verb) + "(" + (listed.empty() ? listed : listed.substr(2)) + ")";
  }

  step_call call_;
  std::size_t named_;
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
  const example_values examples(operands, example_tensor);
  try {
    const any_operand made = run(examples.all(), {});
    return made.scalar ? made.scalar->dtype() : made.values.dtype();  // half floats are as they are stored
  } catch (const type_error&) {
    throw;
  } catch (const error&) {
    return else_type;
  }
}

planned record_at_once(const char* verb, call_arguments arguments, step_function run, dtype else_type, planned_shape shape,
                       std::vector<shared_recorded> operands) {
  const dtype type = type_of_call(operands, run, else_type);
  return record_call({step_work::at_once, verb, std::move(arguments), std::move(run)}, type, std::move(shape), std::move(operands));
}

}  // namespace ravel::detail
