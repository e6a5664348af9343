// SPDX-License-Identifier: BSL-1.0
// floor, ceil, trunc, round (halves away from zero), rint (halves to even), and isnan, isinf, isfinite. They work element by element,
// lazily, and fuse with the expression around them. The bits are those of the standard functions. Integers are whole and finite and keep
// their type. Results own their operands, and any thread may read them.
#pragma once

#include <ravel/element/detail/rounding.hpp>
#include <ravel/lazy/operators.hpp>

namespace ravel {

// floor: the greatest whole number that is not above the element. ceil: the least whole number that is not below it. trunc: the whole
// number towards zero. round: the nearest whole number, halves away from zero. rint: the nearest whole number, halves to even.
RAVEL_FOR_EACH_ROUNDING_FUNCTION(RAVEL_FUSED_FUNCTION)
// isnan: true for NaN. isinf: true for both infinities. isfinite: true for all but NaN and infinities.
RAVEL_FOR_EACH_NAN_FUNCTION(RAVEL_FUSED_FUNCTION)

}  // namespace ravel
