// SPDX-License-Identifier: BSL-1.0
// The verbs that formulas can call.
#pragma once

#include <ravel/plan/planned.hpp>

#include <optional>
#include <string_view>

namespace ravel::detail {

// sum(x, {0, 1}, keep)
struct formula_call {
  const planned& x;
  std::optional<ints> axes;
  bool kept = false;
};
// Null if there is no such verb. A call that the verb does not take is a value_error.
using formula_verb = planned (*)(const formula_call& call);
formula_verb formula_verb_named(std::string_view name);

}  // namespace ravel::detail
