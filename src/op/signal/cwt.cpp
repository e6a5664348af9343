// SPDX-License-Identifier: BSL-1.0
// Correlates with a wavelet for each width, and chooses its number of weights. Computes Ricker's wavelet point by point.
#include <ravel/base/error.hpp>
#include <ravel/op/keys/rolling_by.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/op/windows/downsample.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/op/windows/rolling_order.hpp>

#include <cmath>
#include <numbers>

namespace ravel::detail {

namespace {

index_t wavelet_points(double width, index_t elements) {
  if (!(width > 0) || !std::isfinite(width))
    throw value_error(text() << "cwt with a width of " << width << ": it must be a finite number above 0");
  const double points = 10 * width;
  return points < static_cast<double>(elements) ? std::max<index_t>(static_cast<index_t>(points), 1) : elements;
}

tensor<double> stack_of(index_t count, const shape& of) {
  axis_list extents{count};
  extents.insert(extents.end(), of.begin(), of.end());
  return empty_tensor<double>(ints(as_span(extents)));
}

}  // namespace

tensor<double> wavelet_rows(const tensor<double>& x, index_t axis, const buffer<double>& widths, weights_of_width weights) {
  const tensor<double> made = stack_of(widths.size(), x.shape());
  for (index_t k = 0; k < widths.size(); ++k) {
    const buffer<double> of_width = weights(wavelet_points(widths[k], x.extent(axis)), widths[k]);
    if (x.size() > 0) copy(convolve(x, reverse(of_width), axis, convolve_mode::same), select(made, 0, k));
  }
  return made;
}

}  // namespace ravel::detail

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
