// SPDX-License-Identifier: BSL-1.0
// ricker: the wavelet that is the second derivative of a normal distribution, turned over, with a square that adds up to 1.
#pragma once

#include <ravel/storage/buffer.hpp>

namespace ravel {

// At so many points, of which the middle is that of the wavelet, whose width is the standard deviation of the distribution.
RAVEL_API buffer<double> ricker(index_arg points, double width);

}  // namespace ravel
