// SPDX-License-Identifier: BSL-1.0
// Weights of windows that fall off to both sides, as readers of their n values: the greatest, 1, stands in the middle, and both halves have
// the same bits. Nothing is stored.
#pragma once

#include <ravel/lazy/generate.hpp>

namespace ravel {

// 1/2 + 1/2 cos: 0 at both ends. Of one value it is 1, as all shapes are.
RAVEL_API reader<double> hann_window(index_arg n);
// 0.54 + 0.46 cos: 0.08 at both ends.
RAVEL_API reader<double> hamming_window(index_arg n);
// In even steps from the places beyond the ends, where it would be 0.
RAVEL_API reader<double> triangle_window(index_arg n);
// exp(-(d / sd)^2 / 2) at the distance d from the middle.
RAVEL_API reader<double> gaussian_window(index_arg n, double sd);

}  // namespace ravel
