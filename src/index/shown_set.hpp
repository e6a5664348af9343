// SPDX-License-Identifier: BSL-1.0
// The index set of a mask whose nodes show sets: negation, "and", "or" and their like become set algebra, which takes a run as a whole. It
// is defined in src/walk/shown_set.cpp, since it looks into nodes of the layers above this one. Any thread.
#pragma once

#include <ravel/index/index_set.hpp>

#include <optional>

namespace ravel::detail {

// The positions where the mask is true; nullopt if its elements or entries have to be asked.
std::optional<index_set> shown_set(const node<bool>& mask);

}  // namespace ravel::detail
