// SPDX-License-Identifier: BSL-1.0
// The median of the slopes between all pairs of many points, in n log n time and memory for as many numbers as points.
#pragma once

#include <ravel/base/config.hpp>

#include <span>

namespace ravel::detail {

// For finite numbers up to 1e150; NaN if all x are equal. Slopes that differ by no more than the rounding of two subtractions and a
// division may be swapped; equal ones are equal.
RAVEL_API double median_slope(std::span<const double> x, std::span<const double> y);

}  // namespace ravel::detail
