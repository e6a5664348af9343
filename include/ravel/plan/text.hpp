// SPDX-License-Identifier: BSL-1.0
// A plan as text: printed in the form in which it is saved, one statement a line, and read back. Tensors are not part of the text:
// variables and tensors that the plan holds are given by name. to_dot draws a plan. parse reads a formula that a user types, such as
// "where(bid > 2, ask - bid, 0.0)", as a planned value. Pure; the text is not kept, and a printed plan that is read and printed gives the
// same text.
#pragma once

#include <ravel/any/table.hpp>
#include <ravel/plan/plan.hpp>
#include <ravel/plan/planned.hpp>

#include <initializer_list>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ravel {

// "ravel plan 1", then inputs, variables, persistent tensors, steps, outputs and updates. value_error if a step has no text, such as a
// function of the program, or if a name has two meanings.
[[nodiscard]] RAVEL_API std::string to_string(const plan& p);
// Prints that text. Of a plan without one, prints "…" for what has no text, and the reason in the first line, which read_plan refuses.
RAVEL_API std::ostream& operator<<(std::ostream& out, const plan& p);

// The tensors that the text names: those of variables, and the persistent tensors, which are called p1, p2, … if they have no name.
[[nodiscard]] RAVEL_API std::vector<named_tensor> named_tensors(const plan& p);

// The plan of a text, with a tensor for each variable and each persistent tensor that it names. An error is a value_error with the number
// of the line, and a caret below the place.
RAVEL_API plan read_plan(std::istream& in, const std::vector<named_tensor>& tensors = {});
RAVEL_API plan read_plan(std::string_view text, const std::vector<named_tensor>& tensors = {});

// A graph for `dot -Tsvg`: what is given, the steps with types and shapes, results and updates. Values that a run stores have a bold frame.
[[nodiscard]] RAVEL_API std::string to_dot(const plan& p);

// The planned values that names in formulas stand for.
class RAVEL_API_RESULT planned_names {
 public:
  planned_names() = default;
  planned_names(std::initializer_list<std::pair<const std::string, planned>> named);  // of different names

  // Adds a name, or gives it another meaning. Formulas have any name in backquotes, and a word of letters, digits and _
  // that begins with no digit without them.
  void set(const std::string& name, const planned& value);
  planned at(std::string_view name) const;                      // value_error if there is none
  const planned* find(std::string_view name) const&;            // null if there is none
  const planned* find(std::string_view name) const&& = delete;  // it would outlive the names
  // The extent of that name in the shapes of the values; value_error if there are two.
  std::optional<planned_extent> extent(std::string_view name) const;

 private:
  std::map<std::string, planned, std::less<>> known_;
};

// A formula has numbers, texts, true and false, names, the operators of C++ with their precedence, parentheses, and calls: elementwise
// functions, where, clip, cast<float32>(x), views, matmul, dot, and verbs with their arguments and options, such as sum(x, {0, 1}, keep) or
// sort(x, 0, sort_order::descending). A number is weak, as beside a tensor. A name that stands for no value may be that of an extent. An
// error has a line with a caret below the place. At most 65,536 characters, nested 100 deep.
RAVEL_API planned parse(std::string_view formula, const planned_names& names);

// A column of a table that a formula of its other columns gives: with_column(trips, "per_km", "fare / km"). Eager, with fresh memory. Any
// thread may call it.

// Adds the column, or replaces the one of that name. In the formula each name stands for a column, and `rows` for their number if no column
// has that name. A name that is no word of letters, digits and _ stands in backquotes. A result that is one number is repeated. An error of
// the formula has a caret below the place.
RAVEL_API any_table with_column(const any_table& t, std::string_view name, std::string_view formula);

}  // namespace ravel
