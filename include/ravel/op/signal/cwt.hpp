// SPDX-License-Identifier: BSL-1.0
// cwt: the continuous wavelet transform, a correlation with a wavelet for each of several widths, of one line or of all lines along an
// axis. ricker: the wavelet that is the negated second derivative of a normal distribution, normalised to squares that add up to 1. Eager,
// with fresh results; safe to call from any thread.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/lazy/detail/parameter.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/fold/moments.hpp>
#include <ravel/storage/buffer.hpp>
#include <ravel/tensor/detail/lines.hpp>
#include <ravel/tensor/make.hpp>

namespace ravel {

// At so many points around its centre. The width is the standard deviation of the distribution.
RAVEL_API buffer<double> ricker(index_arg points, double width);

namespace detail {

using weights_of_width = function_ref<buffer<double>(index_t points, double width)>;
RAVEL_API tensor<double> wavelet_rows(const tensor<double>& x, index_t axis, const buffer<double>& widths, weights_of_width weights);

template <class F>
concept wavelet = std::invocable<F&, index_t, double> && takes_whole<F, checked_position, double> &&
                  number_reader<std::invoke_result_t<F&, index_t, double>>;

template <class R, class Widths, class F>
tensor<double> wavelets_along(const R& r, const shape& of, index_t axis, const Widths& widths, F& wavelet) {
  const tensor<double> x(dims::row_major(of), clone_as_doubles(r));
  const auto weights = [&](index_t points, double width) {
    check_parameter<F, 0>(points + 1);
    return clone_as_doubles(wavelet(as_parameter<F, 0>(points), width));
  };
  return wavelet_rows(x, axis, list_in_doubles("cwt", "widths", widths), weights);
}

}  // namespace detail

// wavelet(points, width) gives that many weights: ten times the width, or the number of elements if that is smaller. Each width gives a row
// of the result. The widths may stand in braces.
template <detail::number_reader R, detail::number_reader Widths = buffer<double>, detail::wavelet F>
tensor<double> cwt(const R& r, const Widths& widths, F wavelet) {
  if constexpr (detail::shaped_reader<R>) detail::only_axis("cwt", r.shape());
  return detail::wavelets_along(r, shape{detail::size_of(r)}, 0, widths, wavelet);
}
template <detail::number_reader R, detail::number_reader Widths = buffer<double>>
tensor<double> cwt(const R& r, const Widths& widths) {
  return cwt(r, widths, &ricker);
}

// For every line. The widths are the first axis of the result, before those of t.
template <detail::real_tensor X, detail::number_reader Widths = buffer<double>, detail::wavelet F>
tensor<double> cwt(const X& t, const Widths& widths, F wavelet, const ints& axes) {
  return detail::wavelets_along(t, t.shape(), detail::one_axis("cwt", axes, t.rank()), widths, wavelet);
}
template <detail::real_tensor X, detail::number_reader Widths = buffer<double>>
tensor<double> cwt(const X& t, const Widths& widths, const ints& axes) {
  return cwt(t, widths, &ricker, axes);
}

RAVEL_FACES(cwt)  // of numbers, at widths, by a wavelet(points, width): cwt(x, widths, wavelet), cwt(t, widths, wavelet, axis)

}  // namespace ravel
