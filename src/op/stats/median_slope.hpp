// SPDX-License-Identifier: BSL-1.0
// The median of the slopes between all pairs of many points, in n log n and with as much memory as there are points.
#pragma once

#include <ravel/base/config.hpp>

#include <span>

namespace ravel::detail {

// Of finite numbers up to 1e150; NaN where all x are the same. Of slopes that differ by no more than the rounding of two subtractions and a
// division it may take one for another; equal ones are equal.
RAVEL_API double median_slope(std::span<const double> x, std::span<const double> y);

}  // namespace ravel::detail
