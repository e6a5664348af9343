// SPDX-License-Identifier: BSL-1.0
// Computes the wavelet point by point.
#include <ravel/base/error.hpp>
#include <ravel/op/signal/cwt.hpp>

#include <cmath>
#include <numbers>

namespace ravel {

buffer<double> ricker(index_arg points, double width) {
  const index_t n = points;
  if (n < 0) throw value_error(detail::text() << "ricker of " << n << " points: there must not be fewer than 0");
  if (!(width > 0) || !std::isfinite(width))
    throw value_error(detail::text() << "ricker with a width of " << width << ": it must be a finite number above 0");
  const double height = 2 / (std::sqrt(3 * width) * std::sqrt(std::sqrt(std::numbers::pi)));
  const buffer<double> elements = detail::unfilled_buffer<double>(n);
  for (index_t i = 0; i < n; ++i) {
    const double x = (static_cast<double>(i) - static_cast<double>(n - 1) / 2) / width;
    elements[i] = height * (1 - x * x) * std::exp(-x * x / 2);
  }
  return elements;
}

}  // namespace ravel
