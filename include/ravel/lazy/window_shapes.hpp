// SPDX-License-Identifier: BSL-1.0
// Window weights that fall off to both sides, as readers of n values. The greatest value, 1, is in the middle, and both halves have the
// same bits. Stores no elements. Any thread may read.
#pragma once

#include <ravel/lazy/generate.hpp>

namespace ravel {

// 1/2 + 1/2 cos: 0 at both ends. With n = 1 the value is 1, as for all shapes.
RAVEL_API reader<double> hann_window(index_arg n);
// 0.54 + 0.46 cos: 0.08 at both ends.
RAVEL_API reader<double> hamming_window(index_arg n);
// Falls linearly to 0 at the positions just beyond the ends.
RAVEL_API reader<double> triangle_window(index_arg n);
// exp(-(d / sd)^2 / 2) at distance d from the middle.
RAVEL_API reader<double> gaussian_window(index_arg n, double sd);

}  // namespace ravel
