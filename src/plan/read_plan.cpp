// SPDX-License-Identifier: BSL-1.0
// Reads a saved plan, line by line. A line is a formula with a keyword or a name before it.
#include <ravel/plan/text.hpp>
#include "plan/formula_reader.hpp"
#include "plan/steps.hpp"

#include <algorithm>
#include <istream>
#include <iterator>
#include <set>

namespace ravel {

namespace detail {

namespace {

class plan_reader {
 public:
  explicit plan_reader(const std::vector<named_tensor>& tensors) : tensors_(tensors), is_used_(tensors.size()) {
    for (const named_tensor& one : tensors) {
      if (std::ranges::count(tensors, one.name, &named_tensor::name) > 1)
        throw value_error(text() << "two tensors are given for the name " << one.name);
    }
  }

  plan read(std::string_view whole) {
    for (std::size_t line = 1; !whole.empty() || line == 1; ++line) {
      const std::size_t end = whole.find('\n');
      read_line(whole.substr(0, end), line, end != std::string_view::npos);
      whole.remove_prefix(end == std::string_view::npos ? whole.size() : end + 1);
      lines_ = line;
    }
    if (outputs_.empty() && updates_.empty())
      throw value_error(text() << "line " << lines_ << ": the plan ends without an output or an update");
    const auto unused = std::ranges::find(is_used_, false);
    if (unused != is_used_.end())
      throw value_error(text() << "the plan names no tensor " << tensors_[static_cast<std::size_t>(unused - is_used_.begin())].name);
    return plan(std::move(inputs_), std::move(outputs_), std::move(updates_));
  }

 private:
  // Errors of all kinds become value errors: the text is what is wrong.
  void read_line(std::string_view line, std::size_t number, bool has_end) {
    const formula_scope scope{names_, &extents_, number};
    try {
      formula_reader reader(line, scope);
      if (number == 1) return read_header(reader);
      if (reader.at_end()) return;
      read_statement(reader);
      if (!has_end) reader.fail<value_error>("the text ends within a line", line.size());
    } catch (const value_error&) {
      throw;
    } catch (const error& e) {
      throw value_error(e.what());
    }
  }

  static void read_header(formula_reader& reader) {
    const bool begins = reader.take_name() == "ravel" && reader.take_name() == "plan";
    if (!begins) reader.fail<value_error>("a saved plan begins with \"ravel plan 1\"", 0);
    const std::size_t at = reader.place();
    if (reader.take("(")) reader.fail<value_error>("this plan was printed and cannot be read, for the reason in parentheses", at);
    if (!reader.take("1") || !reader.at_end()) reader.fail<value_error>("this library reads version 1 of saved plans", at);
  }

  void read_statement(formula_reader& reader) {
    const std::size_t at = reader.place();
    const std::string word = reader.need_name("a statement");
    if (reader.take("=")) return read_step(reader, word, at);
    if (word == "input") return read_list(reader, [&] { read_input(reader); });
    if (word == "variable" || word == "persistent") return read_list(reader, [&] { read_tensor(reader, word == "variable"); });
    if (word == "output") return read_output(reader);
    if (word == "update") return read_update(reader);
    reader.fail<value_error>(text() << "expected input, variable, persistent, output, update, or " << word << " = …", at);
  }

  template <class F>
  static void read_list(formula_reader& reader, const F& read_one) {
    do read_one();
    while (reader.take(","));
    if (!reader.at_end()) reader.fail<value_error>("expected ,", reader.place());
  }

  std::string new_name(formula_reader& reader, std::string_view name, std::size_t at) const {
    if (names_.find(name)) reader.fail<value_error>(text() << "two values are named " << name, at);
    if (extents_.contains(name)) reader.fail<value_error>(text() << "a value and an extent are named " << name, at);
    return std::string(name);
  }
  std::string declared_name(formula_reader& reader) const {
    const std::size_t at = reader.place();
    return new_name(reader, reader.need_name("a name"), at);
  }

  void read_step(formula_reader& reader, std::string_view name, std::size_t at) {
    const std::string own = new_name(reader, name, at);
    names_.set(own, called(own, reader.read(true)));
  }

  void read_input(formula_reader& reader) {
    const std::string name = declared_name(reader);
    const dtype type = reader.need_type();
    const std::size_t at = reader.place();
    const planned_shape shape = reader.shape([&](std::string_view extent) {
      if (extent == name || names_.find(extent)) reader.fail<value_error>(text() << "a value and an extent are named " << extent, at);
      return extents_.emplace(extent, planned_extent(std::string(extent))).first->second;
    });
    inputs_.push_back(reader.placed(at, [&] { return placeholder(type, name, shape); }));
    names_.set(name, inputs_.back());
  }

  void read_tensor(formula_reader& reader, bool is_variable) {
    const std::size_t at = reader.place();
    const std::string name = declared_name(reader);
    const dtype type = reader.need_type();
    const planned_shape shape = reader.shape();
    const auto given = std::ranges::find(tensors_, name, &named_tensor::name);
    if (given == tensors_.end()) reader.fail<value_error>(text() << "no tensor is given for " << name, at);
    is_used_[static_cast<std::size_t>(given - tensors_.begin())] = true;
    const planned step = reader.placed(at, [&]() -> planned {
      if (is_variable) return variable(name, given->tensor);
      return called(name, planned_access::wrap(planned_argument(given->tensor).step));
    });
    if (step.dtype() != type || !(step.shape() == shape))
      reader.fail<value_error>(
          text() << "the tensor that is given for " << name << " is " << ravel::name(step.dtype()) << to_string(step.shape()), at);
    names_.set(name, step);
    if (is_variable) variables_.emplace(name, step);
  }

  void read_output(formula_reader& reader) {
    const std::size_t at = reader.place();
    const std::string name(reader.need_name("the name of an output"));
    if (!results_.insert(name).second) reader.fail<value_error>(text() << "two outputs are named " << name, at);
    reader.need("=");
    outputs_.push_back({name, reader.read()});
  }

  void read_update(formula_reader& reader) {
    const std::size_t at = reader.place();
    const std::string name(reader.need_name("the name of a variable"));
    const auto target = variables_.find(name);
    if (target == variables_.end()) reader.fail<value_error>(text() << "there is no variable named " << name, at);
    if (!updated_.insert(name).second) reader.fail<value_error>(text() << "variable " << name << " is updated twice", at);
    reader.need("=");
    const planned value = reader.read();
    const planned& old = target->second;
    if (value.dtype() != old.dtype() || !(value.shape() == old.shape()))
      reader.fail<value_error>(
          text() << "the variable is " << step_text(old) << ", and the update " << ravel::name(value.dtype()) << to_string(value.shape()),
          at);
    updates_.emplace_back(planned_access::wrap_variable(planned_access::step(old)), value);
  }

  const std::vector<named_tensor>& tensors_;
  std::vector<bool> is_used_;
  planned_names names_;
  named_extents extents_;
  std::map<std::string, planned> variables_;
  std::set<std::string> results_, updated_;
  std::vector<planned> inputs_;
  std::vector<named_planned> outputs_;
  std::vector<update> updates_;
  std::size_t lines_ = 0;
};

}  // namespace

}  // namespace detail

plan read_plan(std::string_view text, const std::vector<named_tensor>& tensors) { return detail::plan_reader(tensors).read(text); }

plan read_plan(std::istream& in, const std::vector<named_tensor>& tensors) {
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) throw io_error("a saved plan cannot be read from the stream");
  return read_plan(std::string_view(whole), tensors);
}

}  // namespace ravel
