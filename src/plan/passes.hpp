// SPDX-License-Identifier: BSL-1.0
// The passes that decide what becomes of the values of a plan. Each goes once over the steps, in a loop.
#pragma once

#include "plan/program.hpp"

namespace ravel::detail {

// `kept`: results and updates.
void fold_constants(std::vector<program_step>& steps, const std::vector<bool>& kept);
void choose_stored(std::vector<program_step>& steps);
void find_last_uses(std::vector<program_step>& steps, const std::vector<bool>& kept);

}  // namespace ravel::detail
