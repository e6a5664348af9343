// SPDX-License-Identifier: BSL-1.0
// Discrete Fourier transforms: fft and ifft of numbers, rfft of real ones with half the result, irfft back from it; the frequencies of
// their results, and fft_shift, which moves frequency 0 to the middle. Any length, in n log n, in double precision and by NumPy's
// conventions. Eager, with fresh results; fft_shift is a view.
#pragma once

#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/lazy/sources.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/windows/diff.hpp>

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

template <class From, class To, class R, class... Options>
auto transform_line(fourier_kind kind, const R& r, const Options&... options) {
  const fft_length length = option_or(fft_length{0}, options...);
  const fourier_request request = request_of(kind, length, options...);
  const buffer<To> found = with_widened<From>(r, [&](const node<From>& line) { return fourier_transformed<From, To>(request, line); });
  return as_rounded<as_precise_t<read_t<R>, To>>(found);
}

RAVEL_API buffer<double> frequencies(const char* operation, index_t n, double spacing, bool of_real);

}  // namespace detail

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

template <detail::unowned X>
void fft_shift(X&& data) = delete;  // not owned: borrow(x) looks at them, adopt(std::move(x)) takes them over, clone(x) copies
template <detail::unowned X>
void ifft_shift(X&& data) = delete;  // not owned: borrow(x) looks at them, adopt(std::move(x)) takes them over, clone(x) copies

namespace detail {

// Transforms the axes in the order given. rfft begins with the last of them; irfft ends with it.
RAVEL_API tensor<std::complex<double>> fourier_along(const tensor<const std::complex<double>>& x, const ints& axes,
                                                     const fourier_request& request, const tensor<std::complex<double>>* given);
RAVEL_API tensor<std::complex<double>> fourier_along(const tensor<const double>& x, const ints& axes, const fourier_request& request,
                                                     const tensor<std::complex<double>>* given);
RAVEL_API tensor<double> fourier_along(const tensor<const std::complex<double>>& x, const ints& axes, const fourier_request& request,
                                       const tensor<double>* given);

template <class From, class To, class X, class... Options>
auto transform_lines(fourier_kind kind, const X& x, const ints& axes, const Options&... options) {
  const fft_length length = option_or(fft_length{0}, options...);
  const fourier_request request = request_of(kind, length, options...);
  const tensor<To> found = fourier_along(widened_tensor<From>(x), axes, request, target_of_result<To>(x));
  return as_rounded<as_precise_t<read_t<X>, To>>(x, found);
}

RAVEL_API std::vector<index_t> shifts_by_half(const shape& of, const ints& axes, bool back);

}  // namespace detail

#define RAVEL_TRANSFORM(name, operand, from, to, kind)                                         \
  template <detail::line_input R, detail::among<fft_norm, fft_length>... Options>              \
    requires detail::operand<detail::read_t<R>>                                                \
  [[nodiscard]] auto name(const R& r, Options... options) {                                    \
    return detail::transform_line<from, to>(detail::fourier_kind::kind, r, options...);        \
  }                                                                                            \
  template <detail::shaped_reader X, detail::among<fft_norm, fft_length>... Options>           \
    requires detail::operand<detail::read_t<X>>                                                \
  [[nodiscard]] auto name(const X& t, const ints& axes, Options... options) {                  \
    return detail::transform_lines<from, to>(detail::fourier_kind::kind, t, axes, options...); \
  }
// The sums of r[j] * e^(-2 pi i j k / n) for k from 0 to n - 1, as complex numbers. ifft has the opposite sign and divides by n.
RAVEL_TRANSFORM(fft, number, std::complex<double>, std::complex<double>, forward)
RAVEL_TRANSFORM(ifft, number, std::complex<double>, std::complex<double>, inverse)
// For real numbers, the first n / 2 + 1 results suffice: the others are their conjugates.
RAVEL_TRANSFORM(rfft, real_number, double, std::complex<double>, from_real)
// The real numbers whose rfft gives these m results: 2 (m - 1) of them, or as many as fft_length says.
RAVEL_TRANSFORM(irfft, number, std::complex<double>, double, to_real)
#undef RAVEL_TRANSFORM

#define RAVEL_SHIFT(name, back)                                            \
  template <detail::rearrangeable R>                                       \
  [[nodiscard]] auto name(R&& r) {                                         \
    const reader<detail::read_t<R>> whole(std::forward<R>(r));             \
    const index_t n = whole.size(), first = back ? n / 2 : n - n / 2;      \
    return concat(slice(whole, first, n - first), slice(whole, 0, first)); \
  }                                                                        \
  template <detail::shaped_reader X>                                       \
  [[nodiscard]] auto name(const X& t, const ints& axes) {                  \
    return rotate(t, detail::shifts_by_half(t.shape(), axes, back));       \
  }                                                                        \
  template <detail::shaped_reader X>                                       \
  [[nodiscard]] auto name(const X& t) {                                    \
    return name(t, detail::only_axis(#name, t.shape()));                   \
  }
// A view in which the frequencies ascend, with 0 in the middle. ifft_shift is its inverse.
RAVEL_SHIFT(fft_shift, false)
// A view with frequency 0 first again: the inverse of fft_shift.
RAVEL_SHIFT(ifft_shift, true)
#undef RAVEL_SHIFT

RAVEL_FACES(fft)    // of numbers but bools, with fft_norm, fft_length: fft(x), fft(t, axes)
RAVEL_FACES(ifft)   // of numbers but bools, with fft_norm, fft_length: ifft(x), ifft(t, axes)
RAVEL_FACES(rfft)   // of real numbers, with fft_norm, fft_length (of complex ones: fft): rfft(x), rfft(t, axes)
RAVEL_FACES(irfft)  // of numbers but bools, with fft_norm, fft_length: irfft(x), irfft(t, axes)

RAVEL_FACES(fft_shift)   // a view of a reader, or of a tensor along axes: fft_shift(t, axes)
RAVEL_FACES(ifft_shift)  // a view of a reader, or of a tensor along axes: ifft_shift(t, axes)

}  // namespace ravel
