// SPDX-License-Identifier: BSL-1.0
// Draws a plan as a graph for graphviz, in a loop over the steps.
#include <ravel/plan/text.hpp>
#include "plan/plan_words.hpp"

#include <algorithm>

namespace ravel {

namespace detail {

namespace {

std::string escaped_label(std::string_view label) {
  std::string written;
  for (const char c : label) {
    if (c == '"' || c == '\\') written += '\\';
    written += c == '\n' ? ' ' : c;
  }
  return written;
}

class graph_writer {
 public:
  explicit graph_writer(const program& of)
      : of_(of), words_(of, plan_words::purpose::drawing), nodes_(of.steps().size()), read_(of.steps().size()) {}

  std::string write() {
    whole_ = "digraph plan {\n  rankdir=LR;\n  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=11];\n";
    add_unread_inputs();
    for (std::size_t k = 0; k < of_.steps().size(); ++k) add_step(k);
    for (const program_output& one : of_.outputs()) add_end("output " + one.name, one.step);
    for (const program_update& one : of_.updates()) add_end("update " + one.target->name(), one.step);
    return whole_ + "}\n";
  }

 private:
  std::string add_node(std::string_view first, std::string_view second, std::string_view style) {
    std::string node = "n" + std::to_string(++count_);
    whole_ += "  " + node + " [label=\"" + escaped_label(first) + (second.empty() ? "" : "\\n" + escaped_label(second)) + "\"" +
              std::string(style) + "];\n";
    return node;
  }

  void add_unread_inputs() {
    for (const planned& one : of_.inputs()) {
      const recorded* const step = planned_access::step(one).get();
      const bool is_read = std::ranges::any_of(of_.steps(), [&](const program_step& read) { return read.what.get() == step; });
      if (!is_read) add_node("input " + step_text(*step), "", ", style=\"rounded,dashed\"");
    }
  }

  // A given value, or a step that has a line, is a node. Others are part of the node that reads them.
  void add_step(std::size_t k) {
    const program_step& step = of_.steps()[k];
    const recorded& what = *step.what;
    const std::string type = std::string(name(what.type())) + to_string(what.shape());
    if (what.work() == step_work::given) {
      if (as_step<placeholder_step>(what)) nodes_[k] = add_node("input " + step_text(what), "", filled);
      if (as_step<variable_step>(what)) nodes_[k] = add_node("variable " + step_text(what), "", filled);
      if (persistent_of(what)) nodes_[k] = add_node("persistent " + words_.word(k) + " " + type, "", filled);
      if (!nodes_[k].empty()) read_[k] = {nodes_[k]};
      return;
    }
    for (const std::size_t operand : step.operands) add_read(read_[k], read_[operand]);
    if (!words_.has_line(k)) return;
    nodes_[k] = add_node(words_.word(k) + " " + type + (step.stored ? ", stored" : ""), words_.call(k),
                         step.stored ? ", style=\"rounded,bold\"" : "");
    add_edges(read_[k], nodes_[k]);
    read_[k] = {nodes_[k]};
  }

  void add_end(const std::string& label, std::size_t step) {
    const bool is_node = !nodes_[step].empty();
    const std::string node = add_node(label, is_node ? "" : words_.word(step), ", style=filled, fillcolor=\"#fff2cc\"");
    add_edges(read_[step], node);
  }

  static void add_read(std::vector<std::string>& read, const std::vector<std::string>& more) {
    for (const std::string& one : more) {
      if (std::ranges::find(read, one) == read.end()) read.push_back(one);
    }
  }
  void add_edges(const std::vector<std::string>& from, const std::string& to) {
    for (const std::string& one : from) whole_ += "  " + one + " -> " + to + ";\n";
  }

  static constexpr std::string_view filled = ", style=filled, fillcolor=\"#dae8fc\"";

  const program& of_;
  plan_words words_;
  std::vector<std::string> nodes_;
  std::vector<std::vector<std::string>> read_;  // the nodes that the text of a step reads
  std::string whole_;
  int count_ = 0;
};

}  // namespace

}  // namespace detail

std::string to_dot(const plan& p) { return detail::graph_writer(detail::plan_access::of(p)).write(); }

}  // namespace ravel
