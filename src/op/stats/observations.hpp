// SPDX-License-Identifier: BSL-1.0
// Observations of several variables, whose values stand one variable after the other: which of them have NaN, and the others alone.
#pragma once

#include <ravel/storage/buffer.hpp>

#include <vector>

namespace ravel::detail {

// For each of so many observations: is any of its variables NaN?
RAVEL_API std::vector<bool> nan_in_any(const buffer<double>& values, index_t observations);
// The same values where none is left out.
RAVEL_API buffer<double> left_of(const buffer<double>& values, const std::vector<bool>& left_out);

}  // namespace ravel::detail
