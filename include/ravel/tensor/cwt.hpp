// SPDX-License-Identifier: BSL-1.0
// cwt: the continuous wavelet transform, a line of correlations with a wavelet for each of some widths.
#pragma once

#include <ravel/op/convolve.hpp>
#include <ravel/op/ricker.hpp>
#include <ravel/tensor/detail/lines.hpp>
#include <ravel/tensor/make.hpp>

namespace ravel {

namespace detail {

RAVEL_API index_t wavelet_points(double width, index_t elements);

template <class F>
concept wavelet = std::invocable<F&, index_t, double> && number_reader<std::invoke_result_t<F&, index_t, double>>;

}  // namespace detail

// wavelet(points, width) gives that many weights, ten times the width or as many as there are elements; each width is a row of the result.
template <detail::number_reader R, detail::number_reader Widths, detail::wavelet F = decltype(&ricker)>
tensor<double> cwt(const R& r, const Widths& widths, F wavelet = &ricker) {
  if constexpr (detail::shaped_reader<R>) detail::only_axis("cwt", r.shape());
  const buffer<double> x = detail::clone_as_doubles(r), each = detail::clone_as_doubles(widths);
  const tensor<double> made = detail::empty_tensor<double>({each.size(), x.size()});
  double* out = detail::tensor_access::data(made);
  for (const double width : each) {
    const buffer<double> weights = detail::clone_as_doubles(wavelet(detail::wavelet_points(width, x.size()), width));
    if (x.size() == 0) continue;
    const buffer<double> row = convolve(x, reverse(weights), convolve_mode::same);
    out = std::copy_n(row.data(), row.size(), out);
  }
  return made;
}
template <detail::number_reader R, detail::wavelet F = decltype(&ricker)>
tensor<double> cwt(const R& r, std::initializer_list<double> widths, F wavelet = &ricker) {
  return cwt(r, buffer<double>(widths), wavelet);
}

}  // namespace ravel
