// SPDX-License-Identifier: BSL-1.0
// Prints a plan in the form in which it is saved.
#include <ravel/base/error.hpp>
#include <ravel/plan/text.hpp>
#include "plan/formula_reader.hpp"
#include "plan/plan_words.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

namespace ravel {

namespace detail {

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

void add_line(std::string& whole, const std::string& line) {
  if (line.size() > longest_formula)
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

std::string plan_text(const plan& p) {
  const program& of = plan_access::of(p);
  const plan_words words(of, plan_words::purpose::saving);
  std::string whole = "ravel plan 1\n" + declarations(of, words);
  for (std::size_t k = 0; k < of.steps().size(); ++k) {
    if (words.has_line(k)) add_line(whole, words.word(k) + " = " + words.call(k));
  }
  for (const program_output& one : of.outputs()) add_line(whole, "output " + written_name(one.name) + " = " + words.word(one.step));
  for (const program_update& one : of.updates())
    add_line(whole, "update " + written_name(one.target->name()) + " = " + words.word(one.step));
  return whole;
}

}  // namespace

}  // namespace detail

using namespace detail;

// Not every call that is recorded can be written in a formula, so the text is read.
std::string to_string(const plan& p) {
  const std::string written = plan_text(p);
  std::string again;
  try {
    again = plan_text(read_plan(written, named_tensors(p)));
  } catch (const error& thrown) {
    throw value_error(text() << "the plan cannot be saved: " << thrown.what());
  }
  if (again != written) throw value_error(text() << "the plan cannot be saved: its text is read as another plan:\n" << again);
  return written;
}

std::ostream& operator<<(std::ostream& out, const plan& p) { return out << to_string(p); }

std::vector<named_tensor> named_tensors(const plan& p) {
  const program& of = plan_access::of(p);
  const plan_words words(of, plan_words::purpose::saving);
  std::vector<named_tensor> tensors;
  for (const auto& one : of.variables()) tensors.push_back({name_of(*one), static_cast<const variable_step&>(*one).where()});
  each_persistent(of, words, [&](const std::string& name, const held_step& held) { tensors.push_back({name, held.value().values}); });
  return tensors;
}

}  // namespace ravel
