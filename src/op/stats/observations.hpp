// SPDX-License-Identifier: BSL-1.0
// Observations of several variables, stored one variable after the other: finds those with NaN, and selects the others.
#pragma once

#include <ravel/storage/buffer.hpp>

#include <vector>

namespace ravel::detail {

// For each observation, true if any of its variables is NaN.
RAVEL_API std::vector<bool> nan_in_any(const buffer<double>& values, index_t observations);
// The same values, without a copy, if none is left out.
RAVEL_API buffer<double> left_of(const buffer<double>& values, const std::vector<bool>& left_out);

}  // namespace ravel::detail
