// SPDX-License-Identifier: BSL-1.0
// savgol_filter: each element becomes what a polynomial says at its place, fitted by least squares to the window around it; or a derivative
// of that polynomial (Savitzky and Golay). In double precision.
#pragma once

#include <ravel/op/signal/gaussian_filter.hpp>

namespace ravel {

namespace detail {

struct polynomial_window {
  index_t width;  // odd
  index_t degree;
  index_t order;
  double spacing;
};
// Refuses a window that n elements with that edge have no room for.
RAVEL_API void check_fit(const polynomial_window& window, index_t n, const edge_mode* edge);
// The weights of the elements of a window in the derivative of their polynomial `place` to the right of the middle.
RAVEL_API std::vector<double> weights_at(const polynomial_window& window, index_t place);
// edge: or none, where the ends are what the polynomial of the first and the last window says there.
RAVEL_API buffer<double> fit_windows(const node<double>& line, const polynomial_window& window, const edge_mode* edge);

template <class... Options>
polynomial_window window_by(index_t width, index_t degree, const Options&... options) {
  return {width, degree, option_or(order<>{0}, options...).value, option_or(spacing{}, options...).value};
}

}  // namespace detail

// Polynomials of that degree in windows of an odd width. At the ends those of the first and last whole window go on, unless an edge_mode
// says what stands beyond them. order{1} is the slope, where elements are spacing{…} apart.
template <detail::number_reader R, detail::among<edge_mode, order<>, spacing>... Options>
  requires detail::line_input<R>
[[nodiscard]] auto savgol_filter(const R& r, index_arg width, index_arg degree, Options... options) {
  const edge_mode edge = detail::option_or(edge_mode::valid, options...);
  const edge_mode* const given = detail::is_given<edge_mode, Options...> ? &edge : nullptr;
  const detail::polynomial_window window = detail::window_by(width, degree, options...);
  return detail::as_precise_as<R>(
      detail::with_widened<double>(r, [&](const auto& line) { return detail::fit_windows(line, window, given); }));
}

template <class... Others>
void savgol_filter(detail::any_line r,  // of real numbers, with edge_mode, order{1}, spacing{0.5}
                   index_arg width, index_arg degree, Others... others) = delete;

}  // namespace ravel
