// SPDX-License-Identifier: BSL-1.0
// fft, ifft, rfft and irfft along axes of tensors: line after line, and one axis after the other. Eager; the results are fresh memory, or
// what into{t} gives.
#pragma once

#include <ravel/op/signal/fft.hpp>
#include <ravel/tensor/detail/lines.hpp>

namespace ravel {

namespace detail {

// In the order in which the axes are named; rfft begins with the last of them, with which irfft ends.
RAVEL_API tensor<std::complex<double>> fourier_along(const tensor<const std::complex<double>>& x, const ints& axes,
                                                     const fourier_request& request, const tensor<std::complex<double>>* given);
RAVEL_API tensor<std::complex<double>> fourier_along(const tensor<const double>& x, const ints& axes, const fourier_request& request,
                                                     const tensor<std::complex<double>>* given);
RAVEL_API tensor<double> fourier_to_real(const tensor<const std::complex<double>>& x, const ints& axes, const fourier_request& request,
                                         const tensor<double>* given);

// In the precision of the elements of t.
template <class X, class To>
auto precise_tensor(const X& t, const tensor<To>& x) {
  using precise = as_precise_t<read_t<X>, To>;
  if constexpr (std::same_as<precise, To>) {
    return x;
  } else {
    return written_or_cloned(target_of_result<precise>(t), map(to_single{}, x));
  }
}

template <class From, class X, class... Options>
auto transform_lines(fourier_kind kind, const X& x, const ints& axes, const Options&... options) {
  const fft_length length = option_or(fft_length{0}, options...);
  const fourier_request request = request_of(kind, length, options...);
  return precise_tensor(x, fourier_along(widened_tensor<From>(x), axes, request, target_of_result<std::complex<double>>(x)));
}

RAVEL_API std::vector<index_t> shifts_by_half(const shape& of, const ints& axes, bool back);

}  // namespace detail

#define RAVEL_TRANSFORM(name, from, kind)                                                  \
  template <detail::shaped_reader X, detail::among<fft_norm, fft_length>... Options>       \
    requires detail::transforms<X>                                                         \
  [[nodiscard]] auto name(const X& t, const ints& axes, Options... options) {              \
    return detail::transform_lines<from>(detail::fourier_kind::kind, t, axes, options...); \
  }                                                                                        \
  template <detail::shaped_reader X, detail::among<fft_norm, fft_length>... Options>       \
    requires detail::transforms<X>                                                         \
  [[nodiscard]] auto name(const X& t, Options... options) {                                \
    return name(t, detail::only_axis(#name, t.shape()), options...);                       \
  }

RAVEL_TRANSFORM(fft, std::complex<double>, forward)
RAVEL_TRANSFORM(ifft, std::complex<double>, inverse)
#undef RAVEL_TRANSFORM

template <detail::shaped_reader X, detail::among<fft_norm, fft_length>... Options>
  requires detail::transforms_real<X>
[[nodiscard]] auto rfft(const X& t, const ints& axes, Options... options) {
  return detail::transform_lines<double>(detail::fourier_kind::from_real, t, axes, options...);
}
template <detail::shaped_reader X, detail::among<fft_norm, fft_length>... Options>
  requires detail::transforms_real<X>
[[nodiscard]] auto rfft(const X& t, Options... options) {
  return rfft(t, detail::only_axis("rfft", t.shape()), options...);
}
template <detail::shaped_reader X, detail::among<fft_norm, fft_length>... Options>
  requires detail::transforms<X>
[[nodiscard]] auto irfft(const X& t, const ints& axes, Options... options) {
  const fft_length length = detail::option_or(fft_length{0}, options...);
  const detail::fourier_request request = detail::request_of(detail::fourier_kind::to_real, length, options...);
  const auto held = detail::widened_tensor<std::complex<double>>(t);
  return detail::precise_tensor(t, detail::fourier_to_real(held, axes, request, detail::target_of_result<double>(t)));
}
template <detail::shaped_reader X, detail::among<fft_norm, fft_length>... Options>
  requires detail::transforms<X>
[[nodiscard]] auto irfft(const X& t, Options... options) {
  return irfft(t, detail::only_axis("irfft", t.shape()), options...);
}

RAVEL_TAKES_INTO(fft)
RAVEL_TAKES_INTO(ifft)
RAVEL_TAKES_INTO(rfft)
RAVEL_TAKES_INTO(irfft)

template <detail::shaped_reader X>
[[nodiscard]] auto fft_shift(const X& t, const ints& axes) {
  return rotate(t, detail::shifts_by_half(t.shape(), axes, false));
}
template <detail::shaped_reader X>
[[nodiscard]] auto fft_shift(const X& t) {
  return fft_shift(t, detail::only_axis("fft_shift", t.shape()));
}
template <detail::shaped_reader X>
[[nodiscard]] auto ifft_shift(const X& t, const ints& axes) {
  return rotate(t, detail::shifts_by_half(t.shape(), axes, true));
}
template <detail::shaped_reader X>
[[nodiscard]] auto ifft_shift(const X& t) {
  return ifft_shift(t, detail::only_axis("ifft_shift", t.shape()));
}

}  // namespace ravel
