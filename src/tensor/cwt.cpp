// SPDX-License-Identifier: BSL-1.0
// A correlation with a wavelet for each width, and how many weights it has.
#include <ravel/base/error.hpp>
#include <ravel/op/convolve.hpp>
#include <ravel/tensor/cwt.hpp>

#include <cmath>

namespace ravel::detail {

namespace {

index_t wavelet_points(double width, index_t elements) {
  if (!(width > 0) || !std::isfinite(width))
    throw value_error(text() << "cwt with a width of " << width << ": it must be a finite number above 0");
  const double points = 10 * width;
  return points < static_cast<double>(elements) ? std::max<index_t>(static_cast<index_t>(points), 1) : elements;
}

}  // namespace

tensor<double> wavelet_rows(const buffer<double>& x, const buffer<double>& widths, weights_of_width weights) {
  const tensor<double> made = empty_tensor<double>({widths.size(), x.size()});
  double* out = tensor_access::data(made);
  for (const double width : widths) {
    const buffer<double> of_width = weights(wavelet_points(width, x.size()), width);
    if (x.size() == 0) continue;
    const buffer<double> row = convolve(x, reverse(of_width), convolve_mode::same);
    out = std::copy_n(row.data(), row.size(), out);
  }
  return made;
}

}  // namespace ravel::detail
