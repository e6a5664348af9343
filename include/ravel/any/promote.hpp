// SPDX-License-Identifier: BSL-1.0
// Type promotion at run time: a table of promote_t and weak_scalar_t for every pair of tags. Pure functions.
#pragma once

#include <ravel/element/dtype.hpp>

#include <optional>

namespace ravel {

// The type in which arithmetic on the two computes; nullopt if no type of the set holds both (uint64 with a signed integer).
[[nodiscard]] RAVEL_API std::optional<dtype> promote(dtype a, dtype b);

// The type of a scalar beside elements of another type: theirs, unless its kind is higher.
[[nodiscard]] RAVEL_API dtype weak_scalar(dtype beside, dtype scalar);

// The type of a sum of such elements.
[[nodiscard]] RAVEL_API dtype sum_type(dtype of);

}  // namespace ravel
