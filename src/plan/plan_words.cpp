// SPDX-License-Identifier: BSL-1.0
// Names the steps of a plan, writes their calls, and prints a plan in the form in which it is saved.
#include "plan/plan_words.hpp"

#include <ravel/base/error.hpp>
#include <ravel/plan/text.hpp>
#include "plan/formula_reader.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

namespace ravel {

namespace detail {

namespace {

// A call that nests deeper, or is longer, has its own line.
constexpr int deepest_line = 12;
constexpr std::size_t longest_call = 100;

[[noreturn]] void throw_unsaved(const std::string& why) { throw value_error("the plan cannot be saved: " + why); }

bool is_given_step(const recorded& step) { return step.work() == step_work::given; }
// A number, a length, or a tensor that a text wrote out: it stands where it is used.
bool is_written_out(const recorded& step) {
  return is_given_step(step) && !as_step<placeholder_step>(step) && !as_step<variable_step>(step) && !persistent_of(step);
}

}  // namespace

const held_step* persistent_of(const recorded& step) {
  const auto* const held = held_behind(step);
  return held && !held->value().scalar && !as_step<literal_step>(step) ? held : nullptr;
}

plan_words::plan_words(const program& of, purpose why)
    : of_(of), why_(why), words_(of.steps().size()), names_(of.steps().size()), calls_(of.steps().size()), has_line_(of.steps().size()) {
  name_given();
  find_own_extents();
  write_steps();
}

void plan_words::take_name(const std::string& name, const recorded* whose) {
  if (why_ != purpose::saving) return void(taken_.emplace(name, whose));
  const auto [place, is_new] = taken_.emplace(name, whose);
  if (!is_new && (place->second != whose || !whose)) throw_unsaved("two values or lengths are named " + name);
}

// Inputs, variables, extents, and the steps that have names; then persistent tensors without one.
void plan_words::name_given() {
  for (const planned& one : of_.inputs()) {
    const shared_recorded& step = planned_access::step(one);
    take_name(name_of(*step), step.get());
    for (const planned_length& length : step->shape().lengths()) {
      const auto extent = length.lone_extent();
      if (!extent || !extents_.emplace(found_extent::number(*extent), known_extent{extent->name()}).second) continue;
      take_name(extent->name(), nullptr);
    }
  }
  for (const shared_recorded& one : of_.variables()) take_name(name_of(*one), one.get());
  const auto steps = of_.steps();
  for (const program_step& one : steps) {
    if (!one.name.empty() && !is_written_out(*one.what)) take_name(one.name, one.what.get());
  }
  int unnamed = 0;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    if (is_written_out(*steps[k].what) || !is_given_step(*steps[k].what)) continue;
    const bool is_unnamed = persistent_of(*steps[k].what) && steps[k].name.empty();
    names_[k] = is_unnamed ? fresh_name('p', unnamed) : steps[k].name;
    words_[k] = word_of(names_[k]);
  }
}

// An extent that no input has belongs to the first step that has it. That step has a line, so that others can name its length.
void plan_words::find_own_extents() {
  const auto steps = of_.steps();
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const auto& lengths = steps[k].what->shape().lengths();
    for (std::size_t axis = 0; axis < lengths.size(); ++axis) {
      const auto extent = lengths[axis].lone_extent();
      if (extent && extents_.emplace(found_extent::number(*extent), known_extent{{}, k, axis}).second) has_line_[k] = true;
    }
  }
}

std::string plan_words::word_of(const std::string& name) const { return why_ == purpose::drawing ? name : written_name(name); }

std::string plan_words::fresh_name(char letter, int& number) const {
  for (;;) {
    std::string name = letter + std::to_string(++number);
    if (!taken_.contains(name)) return name;
  }
}

std::string plan_words::extent_word(const planned_extent& of) const {
  if (const auto found = extents_.find(found_extent::number(of)); found != extents_.end()) {
    const known_extent& known = found->second;
    if (!known.name.empty()) return word_of(known.name);
    if (!words_[known.step].empty()) return text() << "length(" << words_[known.step] << ", " << known.axis << ")";
  }
  if (why_ != purpose::saving) return of.name();
  throw_unsaved("no input has the extent " + of.name() + ", and no step before its use");
}

std::string plan_words::shape(const planned_shape& of) const {
  return to_string(of, [this](const planned_extent& extent) { return extent_word(extent); });
}

void plan_words::write_steps() {
  const auto steps = of_.steps();
  std::vector<int> depth(steps.size());
  int unnamed = 0;
  const extent_words words = [this](const planned_extent& extent) { return extent_word(extent); };
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const program_step& step = steps[k];
    if (!words_[k].empty()) continue;
    std::vector<std::string> operands;
    for (const std::size_t operand : step.operands) {
      operands.push_back(words_[operand]);
      depth[k] = std::max(depth[k], has_line_[operand] ? 0 : depth[operand] + 1);
    }
    calls_[k] = why_ == purpose::saving ? step.what->saved(operands, words) : step.what->written(operands);
    if (is_given_step(*step.what)) {
      words_[k] = calls_[k];
      continue;
    }
    const bool is_drawn = why_ == purpose::drawing && (step.stored || step.what->work() == step_work::at_once);
    has_line_[k] =
        has_line_[k] || !step.name.empty() || step.uses > 1 || is_drawn || depth[k] >= deepest_line || calls_[k].size() > longest_call;
    words_[k] = !has_line_[k] ? calls_[k] : step.name.empty() ? fresh_name('t', unnamed) : word_of(step.name);
  }
}

namespace {

// "input x float64[n 3], y float64[n]", as many lines as it takes.
std::string declaration_lines(std::string_view keyword, std::span<const std::string> declared) {
  constexpr std::size_t longest = 120;
  std::string lines, line;
  for (const std::string& one : declared) {
    if (!line.empty() && line.size() + one.size() > longest) lines += std::exchange(line, "") + "\n";
    line += (line.empty() ? std::string(keyword) + " " : ", ") + one;
  }
  return line.empty() ? lines : lines + line + "\n";
}

std::string declared(const std::string& name, const recorded& step, const plan_words& words) {
  return written_name(name) + " " + std::string(ravel::name(step.type())) + words.shape(step.shape());
}

void add_line(std::string& whole, const std::string& line, plan_words::purpose why) {
  if (line.size() > longest_formula && why == plan_words::purpose::saving)
    throw value_error(text() << "the plan cannot be saved: a line of it would have " << line.size() << " characters, more than "
                             << longest_formula << ": " << line.substr(0, 60) << "…");
  whole += line + "\n";
}

// Calls f(name, step) for each persistent tensor.
template <class F>
void each_persistent(const program& of, const plan_words& words, const F& f) {
  for (std::size_t k = 0; k < of.steps().size(); ++k) {
    if (const held_step* const held = persistent_of(*of.steps()[k].what)) f(words.name(k), *held);
  }
}

std::string declarations(const program& of, const plan_words& words) {
  std::vector<std::string> inputs, variables, tensors;
  for (const planned& one : of.inputs()) {
    const recorded& step = *planned_access::step(one);
    inputs.push_back(declared(name_of(step), step, words));
  }
  for (const shared_recorded& one : of.variables()) variables.push_back(declared(name_of(*one), *one, words));
  each_persistent(of, words, [&](const std::string& name, const held_step& held) { tensors.push_back(declared(name, held, words)); });
  return declaration_lines("input", inputs) + declaration_lines("variable", variables) + declaration_lines("persistent", tensors);
}

std::string plan_text(const plan& p, const std::string& head, plan_words::purpose why) {
  const program& of = plan_access::of(p);
  const plan_words words(of, why);
  std::string whole = head + "\n" + declarations(of, words);
  for (std::size_t k = 0; k < of.steps().size(); ++k) {
    if (words.has_line(k)) add_line(whole, words.word(k) + " = " + words.call(k), why);
  }
  for (const program_output& one : of.outputs()) add_line(whole, "output " + written_name(one.name) + " = " + words.word(one.step), why);
  for (const program_update& one : of.updates())
    add_line(whole, "update " + written_name(one.target->name()) + " = " + words.word(one.step), why);
  return whole;
}
std::string saved_text(const plan& p) { return plan_text(p, "ravel plan 1", plan_words::purpose::saving); }

}  // namespace

}  // namespace detail

// Not every call that is recorded can be written in a formula, so the text is read.
std::string to_string(const plan& p) {
  const std::string written = detail::saved_text(p);
  std::string again;
  try {
    again = detail::saved_text(read_plan(written, named_tensors(p)));
  } catch (const error& thrown) {
    throw value_error(detail::text() << "the plan cannot be saved: " << thrown.what());
  }
  if (again != written) throw value_error(detail::text() << "the plan cannot be saved: its text is read as another plan:\n" << again);
  return written;
}

// A text that cannot be read again says so where its version would stand, so that nobody takes it for a saved plan.
std::ostream& operator<<(std::ostream& out, const plan& p) {
  std::string written;
  try {
    written = to_string(p);
  } catch (const value_error& thrown) {
    const std::string_view why = thrown.what();
    written =
        detail::plan_text(p, "ravel plan (" + std::string(why.substr(0, why.find('\n'))) + ")", detail::plan_words::purpose::printing);
  }
  return out << written;
}

std::vector<named_tensor> named_tensors(const plan& p) {
  const detail::program& of = detail::plan_access::of(p);
  const detail::plan_words words(of, detail::plan_words::purpose::saving);
  std::vector<named_tensor> tensors;
  for (const auto& one : of.variables())
    tensors.push_back({detail::name_of(*one), static_cast<const detail::variable_step&>(*one).where()});
  detail::each_persistent(of, words, [&](const std::string& name, const detail::held_step& held) {
    tensors.push_back({name, held.value().values});
  });
  return tensors;
}

}  // namespace ravel
