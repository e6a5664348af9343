// SPDX-License-Identifier: BSL-1.0
// A plan as text: printed in the form in which it is saved, one statement a line, and read back. Tensors are not part of the text:
// variables and tensors that the plan holds are given by name. to_dot draws a plan. Pure; a printed plan that is read and printed gives the
// same text.
#pragma once

#include <ravel/plan/plan.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace ravel {

// "ravel plan 1", then inputs, variables, persistent tensors, steps, outputs and updates. value_error if a step has no text, such as a
// function of the program, or if a name has two meanings.
RAVEL_API std::ostream& operator<<(std::ostream& out, const plan& p);
[[nodiscard]] RAVEL_API std::string to_string(const plan& p);

// The tensors that the text names: those of variables, and the persistent tensors, which are called p1, p2, … if they have no name.
[[nodiscard]] RAVEL_API std::vector<named_tensor> named_tensors(const plan& p);

// The plan of a text, with a tensor for each variable and each persistent tensor that it names. An error is a value_error with the number
// of the line, and a caret below the place.
RAVEL_API plan read_plan(std::istream& in, const std::vector<named_tensor>& tensors = {});
RAVEL_API plan read_plan(std::string_view text, const std::vector<named_tensor>& tensors = {});

// A graph for `dot -Tsvg`: what is given, the steps with types and shapes, results and updates. Values that a run stores have a bold frame.
[[nodiscard]] RAVEL_API std::string to_dot(const plan& p);

}  // namespace ravel
