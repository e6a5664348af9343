// SPDX-License-Identifier: BSL-1.0
// Interpolates between two numbers, for quantiles and for filling missing values. A plain function, for any thread.
#pragma once

#include <ravel/base/config.hpp>

namespace ravel::detail {

// The point at a share `part` of the way from a to b. Exact at both ends and for equal ends, and never beyond them.
RAVEL_API double between_two(double a, double b, double part);

}  // namespace ravel::detail
