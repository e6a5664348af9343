// SPDX-License-Identifier: BSL-1.0
// How many weights a wavelet has.
#include <ravel/base/error.hpp>
#include <ravel/tensor/cwt.hpp>

#include <cmath>

namespace ravel::detail {

index_t wavelet_points(double width, index_t elements) {
  if (!(width > 0) || !std::isfinite(width))
    throw value_error(text() << "cwt with a width of " << width << ": it must be a finite number above 0");
  const double points = 10 * width;
  return points < static_cast<double>(elements) ? std::max<index_t>(static_cast<index_t>(points), 1) : elements;
}

}  // namespace ravel::detail
