// SPDX-License-Identifier: BSL-1.0
// The index set of a mask whose nodes represent sets. Negation, "and", "or" and similar become set algebra, which handles a run as a whole.
// Defined in src/walk/shown_set.cpp, since it inspects nodes of higher layers. Any thread may call it.
#pragma once

#include <ravel/index/index_set.hpp>

#include <optional>

namespace ravel::detail {

// The positions where the mask is true; nullopt if its elements or entries must be read.
std::optional<index_set> shown_set(const node<bool>& mask);

}  // namespace ravel::detail
