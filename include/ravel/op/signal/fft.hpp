// SPDX-License-Identifier: BSL-1.0
// Discrete Fourier transforms: fft and ifft of numbers, rfft of real ones with half the result, irfft back from it; the frequencies of
// their results, and fft_shift, which moves frequency 0 to the middle. Any length, in n log n, in double precision and by NumPy's
// conventions. Eager, with fresh results; fft_shift is a view.
#pragma once

#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/refused.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/op/windows/gradient.hpp>

#include <complex>
#include <span>

namespace ravel {

// The transform that is divided by the number of elements: the inverse, the forward one, or both by its root.
enum class fft_norm : unsigned char { backward, forward, ortho };

// The length to transform: longer data are cut off, shorter data are filled with 0. For irfft, the length of the result.
struct fft_length {
  index_arg value;
};

namespace detail {

enum class fourier_kind : unsigned char { forward, inverse, from_real, to_real };

struct fourier_request {
  fourier_kind kind;
  fft_norm norm;
  const fft_length* length;  // may be null
};
RAVEL_API const char* name_of(fourier_kind kind);

// Transforms lines of one length, one after the other. Lines are complex except for from_real; results are complex except for to_real.
class fourier_lines {
 public:
  RAVEL_API fourier_lines(const fourier_request& request, index_t line);
  RAVEL_API fourier_lines(fourier_lines&&) noexcept;
  RAVEL_API ~fourier_lines();

  index_t results() const { return results_; }
  RAVEL_API void run(std::span<const std::complex<double>> line, std::complex<double>* out);
  RAVEL_API void run(std::span<const double> line, std::complex<double>* out);
  RAVEL_API void run(std::span<const std::complex<double>> line, double* out);

 private:
  struct engine;
  index_t results_;
  std::unique_ptr<engine> engine_;
};

// Defined in src/, from complex to complex, from real to complex, and from complex to real.
template <class From, class To>
buffer<To> fourier_transformed(const fourier_request& request, const node<From>& line);

template <class... Options>
fourier_request request_of(fourier_kind kind, const fft_length& length, const Options&... options) {
  return {kind, option_or(fft_norm::backward, options...), is_given<fft_length, Options...> ? &length : nullptr};
}

// A real or complex type in the precision of the elements.
template <class T, class To>
using as_precise_t =
    std::conditional_t<std::same_as<real_of_t<T>, float>, std::conditional_t<std::same_as<To, double>, float, std::complex<float>>, To>;

struct to_single {
  float operator()(double value) const { return static_cast<float>(value); }
  std::complex<float> operator()(std::complex<double> value) const { return std::complex<float>(value); }
};

template <class From, class To, class R, class... Options>
auto transform_line(fourier_kind kind, const R& r, const Options&... options) {
  const fft_length length = option_or(fft_length{0}, options...);
  const fourier_request request = request_of(kind, length, options...);
  const buffer<To> found = with_widened<From>(r, [&](const node<From>& line) { return fourier_transformed<From, To>(request, line); });
  if constexpr (std::same_as<as_precise_t<read_t<R>, To>, To>) {
    return found;
  } else {
    return elements_of(map(to_single{}, found));
  }
}

RAVEL_API buffer<double> frequencies(const char* operation, index_t n, double spacing, bool of_real);

template <class R>
concept transforms = element_reader<R> && subtracts<read_t<R>>;
template <class R>
concept transforms_real = transforms<R> && !complex_element<read_t<R>>;

}  // namespace detail

// The sums of r[j] * e^(-2 pi i j k / n) for k from 0 to n - 1, as complex numbers. ifft has the opposite sign and divides by n.
template <detail::transforms R, detail::among<fft_norm, fft_length>... Options>
  requires detail::line_input<R>
[[nodiscard]] auto fft(const R& r, Options... options) {
  return detail::transform_line<std::complex<double>, std::complex<double>>(detail::fourier_kind::forward, r, options...);
}
template <detail::transforms R, detail::among<fft_norm, fft_length>... Options>
  requires detail::line_input<R>
[[nodiscard]] auto ifft(const R& r, Options... options) {
  return detail::transform_line<std::complex<double>, std::complex<double>>(detail::fourier_kind::inverse, r, options...);
}

// For real numbers, the first n / 2 + 1 results suffice: the others are their conjugates.
template <detail::transforms_real R, detail::among<fft_norm, fft_length>... Options>
  requires detail::line_input<R>
[[nodiscard]] auto rfft(const R& r, Options... options) {
  return detail::transform_line<double, std::complex<double>>(detail::fourier_kind::from_real, r, options...);
}
// The real numbers whose rfft gives these m results: 2 (m - 1) of them, or as many as fft_length says.
template <detail::transforms R, detail::among<fft_norm, fft_length>... Options>
  requires detail::line_input<R>
[[nodiscard]] auto irfft(const R& r, Options... options) {
  return detail::transform_line<std::complex<double>, double>(detail::fourier_kind::to_real, r, options...);
}

// The frequency of each result of fft, in periods per unit, for elements that are spacing{…} apart: those from 0 up, then the negative
// ones. For rfft: from 0 up.
template <detail::among<spacing>... Options>
buffer<double> fft_frequencies(index_arg n, Options... options) {
  return detail::frequencies("fft_frequencies", n, detail::option_or(spacing{}, options...).value, false);
}
// The frequency of each result of rfft of n elements, which are spacing{d} apart.
template <detail::among<spacing>... Options>
buffer<double> rfft_frequencies(index_arg n, Options... options) {
  return detail::frequencies("rfft_frequencies", n, detail::option_or(spacing{}, options...).value, true);
}

// A view in which the frequencies ascend, with 0 in the middle. ifft_shift is its inverse.
template <detail::rearrangeable R>
[[nodiscard]] auto fft_shift(R&& r) {
  const reader<detail::read_t<R>> whole(std::forward<R>(r));
  const index_t n = whole.size(), half = n / 2;
  return concat(slice(whole, n - half, half), slice(whole, 0, n - half));
}
// A view with frequency 0 first again: the inverse of fft_shift.
template <detail::rearrangeable R>
[[nodiscard]] auto ifft_shift(R&& r) {
  const reader<detail::read_t<R>> whole(std::forward<R>(r));
  const index_t n = whole.size(), half = n / 2;
  return concat(slice(whole, half, n - half), slice(whole, 0, half));
}

template <detail::unowned X>
void fft_shift(X&& data) = delete;  // nobody owns these elements: borrow(x) looks at them, adopt(std::move(x)) takes them over
template <detail::unowned X>
void ifft_shift(X&& data) = delete;  // nobody owns these elements: borrow(x) looks at them, adopt(std::move(x)) takes them over

namespace detail {

// Transforms the axes in the order given. rfft begins with the last of them; irfft ends with it.
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
  requires detail::transforms<X>
[[nodiscard]] auto irfft(const X& t, const ints& axes, Options... options) {
  const fft_length length = detail::option_or(fft_length{0}, options...);
  const detail::fourier_request request = detail::request_of(detail::fourier_kind::to_real, length, options...);
  const auto held = detail::widened_tensor<std::complex<double>>(t);
  return detail::precise_tensor(t, detail::fourier_to_real(held, axes, request, detail::target_of_result<double>(t)));
}

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

RAVEL_FACES(fft)    // of numbers but bools, with fft_norm, fft_length: fft(x), fft(t, axes)
RAVEL_FACES(ifft)   // of numbers but bools, with fft_norm, fft_length: ifft(x), ifft(t, axes)
RAVEL_FACES(rfft)   // of real numbers, with fft_norm, fft_length (of complex ones: fft): rfft(x), rfft(t, axes)
RAVEL_FACES(irfft)  // of numbers but bools, with fft_norm, fft_length: irfft(x), irfft(t, axes)

RAVEL_FACES(fft_shift)   // a view of a reader, or of a tensor along axes: fft_shift(t, axes)
RAVEL_FACES(ifft_shift)  // a view of a reader, or of a tensor along axes: ifft_shift(t, axes)

}  // namespace ravel
