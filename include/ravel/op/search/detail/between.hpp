// SPDX-License-Identifier: BSL-1.0
// What stands between two numbers, for quantiles and for lines between missing values. A plain function, for any thread.
#pragma once

#include <ravel/base/config.hpp>

namespace ravel::detail {

// A part of the way from a to b. Exact at both ends and between equal ones, and never beyond.
RAVEL_API double between_two(double a, double b, double part);

}  // namespace ravel::detail
