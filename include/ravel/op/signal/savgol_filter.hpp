// SPDX-License-Identifier: BSL-1.0
// savgol_filter: each element becomes the value of a polynomial fitted to the window around it by least squares, or a derivative of the
// polynomial (Savitzky and Golay). In double precision. Eager, with fresh results.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/signal/gaussian_filter.hpp>
#include <ravel/op/windows/diff.hpp>

namespace ravel {

namespace detail {

struct polynomial_window {
  index_t width;  // odd
  index_t degree;
  index_t order;
  double spacing;
};
// Throws if n elements with that edge have no room for the window.
RAVEL_API void check_fit(const polynomial_window& window, index_t n, const edge_mode* edge);
// The weights of the elements of a window in the derivative of their polynomial, `place` to the right of the middle.
RAVEL_API std::vector<double> weights_at(const polynomial_window& window, index_t place);
// edge: if null, the ends are the values of the first and the last window's polynomial.
RAVEL_API buffer<double> fit_windows(const node<double>& line, const polynomial_window& window, const edge_mode* edge);

template <class... Options>
polynomial_window window_by(index_t width, index_t degree, const Options&... options) {
  return {width, degree, option_or(order<>{0}, options...).value, option_or(spacing{}, options...).value};
}

}  // namespace detail

// Fits polynomials of that degree in windows of an odd width. At the ends, the first and last whole window's polynomial continues, unless
// an edge_mode gives elements beyond. order{1} is the slope, for elements spacing{…} apart.
template <detail::number_line R, detail::among<edge_mode, order<>, spacing>... Options>
[[nodiscard]] auto savgol_filter(const R& r, index_arg width, index_arg degree, Options... options) {
  const edge_mode edge = detail::option_or(edge_mode::valid, options...);
  const edge_mode* const given = detail::is_given<edge_mode, Options...> ? &edge : nullptr;
  const detail::polynomial_window window = detail::window_by(width, degree, options...);
  return detail::as_rounded<detail::slope_t<R>>(
      detail::with_widened<double>(r, [&](const auto& line) { return detail::fit_windows(line, window, given); }));
}

namespace detail {

// The values of the polynomials of the first or last windows along an axis, at places beside their middles, nearest first.
template <class T, class R>
void fit_ends(const tensor<const T>& windows, const polynomial_window& window, index_t axis, index_t direction, const tensor<R>& to) {
  const tensor<const T> values = ravel::contiguous(windows);
  const result_memory<R> one(nullptr, slice(to, axis, 0, 1).shape());
  for (index_t i = 1; i <= to.extent(axis); ++i) {
    write_weighed(values, {axis}, weights_at(window, direction * i), edge_mode::valid, one);
    copy(one.view(), slice(to, axis, direction < 0 ? to.extent(axis) - i : i - 1, 1));
  }
}

// edge: if null, the ends are the values of the first and last polynomials. The weights are made once for all lines.
template <class X>
tensor<slope_t<X>> fit_lines(const X& t, const polynomial_window& window, index_t axis, const edge_mode* edge) {
  check_fit(window, t.extent(axis), edge);
  const edge_mode beyond = edge ? *edge : edge_mode::zero;
  const result_memory<slope_t<X>> result(target_of_result<slope_t<X>>(t), weighed_shape(t.shape(), {axis}, window.width, beyond));
  if (result.view().size() == 0) return result.result();
  const tensor<const read_t<X>> values = ravel::contiguous(as_read_tensor(t));
  write_weighed(values, {axis}, weights_at(window, 0), beyond, result);
  if (edge || window.width == 1) return result.result();
  const index_t half = window.width / 2, last = t.extent(axis) - window.width;
  fit_ends(slice(values, axis, 0, window.width), window, axis, -1, slice(result.view(), axis, 0, half));
  fit_ends(slice(values, axis, last, window.width), window, axis, 1, slice(result.view(), axis, last + half + 1, half));
  return result.result();
}

}  // namespace detail

template <detail::real_tensor X, detail::among<edge_mode, order<>, spacing>... Options>
[[nodiscard]] auto savgol_filter(const X& t, index_arg width, index_arg degree, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("savgol_filter", axes, t.rank());
  const edge_mode edge = detail::option_or(edge_mode::valid, options...);
  return detail::fit_lines(t, detail::window_by(width, degree, options...), axis,
                           detail::is_given<edge_mode, Options...> ? &edge : nullptr);
}

RAVEL_FACES(savgol_filter)  // of real numbers: savgol_filter(x, width, degree), with edge_mode, order{1}, spacing{0.5}; then an axis

}  // namespace ravel
