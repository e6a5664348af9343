// SPDX-License-Identifier: BSL-1.0
// cwt: the continuous wavelet transform, a line of correlations with a wavelet for each of some widths.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/moments.hpp>
#include <ravel/op/ricker.hpp>
#include <ravel/tensor/detail/lines.hpp>
#include <ravel/tensor/make.hpp>

namespace ravel {

namespace detail {

using weights_of_width = function_ref<buffer<double>(index_t points, double width)>;
RAVEL_API tensor<double> wavelet_rows(const buffer<double>& x, const buffer<double>& widths, weights_of_width weights);

template <class F>
concept wavelet = std::invocable<F&, index_t, double> && number_reader<std::invoke_result_t<F&, index_t, double>>;

}  // namespace detail

// wavelet(points, width) gives that many weights, ten times the width or as many as there are elements; each width is a row of the result.
template <detail::number_reader R, detail::number_reader Widths, detail::wavelet F = decltype(&ricker)>
tensor<double> cwt(const R& r, const Widths& widths, F wavelet = &ricker) {
  if constexpr (detail::shaped_reader<R>) detail::only_axis("cwt", r.shape());
  const auto weights = [&](index_t points, double width) { return detail::clone_as_doubles(wavelet(points, width)); };
  return detail::wavelet_rows(detail::clone_as_doubles(r), detail::clone_as_doubles(widths), weights);
}
template <detail::number_reader R, detail::wavelet F = decltype(&ricker)>
tensor<double> cwt(const R& r, std::initializer_list<double> widths, F wavelet = &ricker) {
  return cwt(r, buffer<double>(widths), wavelet);
}

}  // namespace ravel
