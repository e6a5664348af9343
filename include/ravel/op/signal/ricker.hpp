// SPDX-License-Identifier: BSL-1.0
// ricker: the wavelet that is the negated second derivative of a normal distribution, normalised to squares that add up to 1. Eager; safe
// to call from any thread.
#pragma once

#include <ravel/storage/buffer.hpp>

namespace ravel {

// At so many points around its centre. The width is the standard deviation of the distribution.
RAVEL_API buffer<double> ricker(index_arg points, double width);

}  // namespace ravel
