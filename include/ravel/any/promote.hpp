// SPDX-License-Identifier: BSL-1.0
// The table of promotion at run time: for every pair of tags what promote_t and weak_scalar_t say of their types, from which it is made.
// Pure functions.
#pragma once

#include <ravel/element/dtype.hpp>

#include <optional>

namespace ravel {

// The type that arithmetic on the two computes in and gives; none where no type of the set holds both (uint64 with a signed integer).
[[nodiscard]] RAVEL_API std::optional<dtype> promote(dtype a, dtype b);

// The type that a scalar takes part with beside elements of another: theirs, unless its kind is higher.
[[nodiscard]] RAVEL_API dtype weak_scalar(dtype beside, dtype scalar);

// What a sum of such elements is given in.
[[nodiscard]] RAVEL_API dtype sum_type(dtype of);

}  // namespace ravel
