// SPDX-License-Identifier: BSL-1.0
// Filters, which give each element a value of the window around it. gaussian_filter: the mean, weighted by a normal distribution, or with
// an order above 0 a derivative of it. savgol_filter: the value of a polynomial fitted by least squares, or a derivative (Savitzky and
// Golay). median_filter: the median, by rolling_median, whose time hardly grows with the width. detrend subtracts the least-squares line,
// or the mean, from the elements, separately for each piece between breakpoints. All in double precision, with weights in a fixed order.
// Eager, with fresh results. write_weighed is the basis of all filters of tensors.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/fold/moments.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/op/windows/rolling_order.hpp>
#include <ravel/op/windows/window.hpp>
#include <ravel/tensor/detail/lines.hpp>

namespace ravel {

namespace detail {

// Writes results in double precision, or rounded to single precision.
struct precise_target {
  double* doubles = nullptr;
  float* floats = nullptr;

  explicit precise_target(double* to) : doubles(to) {}
  explicit precise_target(float* to) : floats(to) {}
};
RAVEL_API shape weighed_shape(const shape& given, const axis_list& axes, index_t weights, edge_mode edge);
// Along one axis after the other, for elements in row-major order. Each line has the bits that it has alone.
RAVEL_API void weigh_axes(const node<double>& x, const shape& given, const axis_list& axes, std::span<const double> weights, edge_mode edge,
                          const precise_target& to);

RAVEL_API axis_list every_axis(index_t rank);

// The sums under a window along each of the axes, for elements in row-major memory.
template <class R, class T>
void write_weighed(const tensor<const T>& values, const axis_list& axes, std::span<const double> weights, edge_mode edge,
                   const result_memory<R>& to) {
  with_widened<double>(reader<T>(values),
                       [&](const node<double>& x) { weigh_axes(x, values.shape(), axes, weights, edge, precise_target(to.data())); });
}

}  // namespace detail

// The number of standard deviations at which the distribution is cut off.
struct truncate_at {
  double value = 4;
};

namespace detail {

// An odd number of weights, in the order in which they meet ascending elements.
RAVEL_API std::vector<double> gaussian_weights(double sigma, index_t order, double truncated);
RAVEL_API buffer<double> weigh_line(const node<double>& line, std::span<const double> weights, edge_mode edge);

template <class... Options>
std::vector<double> gaussian_weights_by(double sigma, const Options&... options) {
  return gaussian_weights(sigma, option_or(order<>{0}, options...).value, option_or(truncate_at{}, options...).value);
}

}  // namespace detail

template <detail::number_line R, detail::among<edge_mode, order<>, truncate_at>... Options>
[[nodiscard]] auto gaussian_filter(const R& r, double sigma, Options... options) {
  const std::vector<double> weights = detail::gaussian_weights_by(sigma, options...);
  const auto edge = detail::option_or(edge_mode::reflect, options...);
  return detail::as_rounded<detail::slope_t<R>>(
      detail::with_widened<double>(r, [&](const auto& line) { return detail::weigh_line(line, weights, edge); }));
}

namespace detail {

template <class X, class... Options>
tensor<slope_t<X>> gaussian_axes(const X& t, double sigma, const axis_list& axes, const Options&... options) {
  const std::vector<double> weights = gaussian_weights_by(sigma, options...);
  const edge_mode edge = option_or(edge_mode::reflect, options...);
  const tensor<const read_t<X>> values = ravel::contiguous(as_read_tensor(t));
  const result_memory<slope_t<X>> result(target_of_result<slope_t<X>>(t), weighed_shape(values.shape(), axes, std::ssize(weights), edge));
  write_weighed(values, axes, weights, edge, result);
  return result.result();
}

}  // namespace detail

template <detail::real_tensor X, detail::among<edge_mode, order<>, truncate_at>... Options>
[[nodiscard]] auto gaussian_filter(const X& t, double sigma, const ints& axes, Options... options) {
  return detail::gaussian_axes(t, sigma, detail::worked_axes(axes, t.rank()), options...);
}

template <detail::real_tensor X, detail::among<edge_mode, order<>, truncate_at>... Options>
[[nodiscard]] auto gaussian_filter(const X& t, double sigma, Options... options) {
  return detail::gaussian_axes(t, sigma, detail::every_axis(t.rank()), options...);
}

RAVEL_TAKES_INTO(gaussian_filter)

RAVEL_FACES(gaussian_filter)  // of real numbers: gaussian_filter(x, sigma), with edge_mode, order{1}, truncate_at{4}; (t, sigma, axes)

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

template <detail::number_line R, detail::among<edge_mode>... Options>
buffer<double> median_filter(const R& r, index_arg width, Options... options) {
  detail::check_width("median_filter", width);
  return rolling_median(r, width, detail::option_or(edge_mode::reflect, options...));
}

namespace detail {

// Windows with an extent for each axis, or one for all.
class RAVEL_API median_windows {
 public:
  median_windows(const shape& given, const ints& widths, edge_mode edge);
  ~median_windows();
  const shape& result() const;
  void write(const double* data, double* out) const;

 private:
  std::unique_ptr<const struct window_grid> grid_;
};

}  // namespace detail

// Over windows with one extent for each axis, or the same for all; or along one axis.
template <detail::real_tensor X, detail::among<edge_mode>... Options>
[[nodiscard]] tensor<double> median_filter(const X& t, const ints& widths, Options... options) {
  const tensor<const double> values = ravel::contiguous(detail::widened_tensor<double>(t));
  const detail::median_windows windows(values.shape(), widths, detail::option_or(edge_mode::reflect, options...));
  const detail::result_memory<double> result(detail::target_of_result<double>(t), windows.result());
  windows.write(values.data(), result.data());
  return result.result();
}

template <detail::real_tensor X, detail::among<edge_mode>... Options>
[[nodiscard]] tensor<double> median_filter(const X& t, index_arg width, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("median_filter", axes, t.rank());
  return detail::changed_lines(
      t, axis, [&](const auto& line) { return ravel::median_filter(line, width, options...); }, detail::worked_on::each_shared);
}

RAVEL_TAKES_INTO(median_filter)

RAVEL_FACES(median_filter)  // of real numbers, with edge_mode: median_filter(x, width), (t, widths), (t, width, axis)

// The trend that detrend subtracts: the least-squares line, or the mean.
enum class trend_kind : unsigned char { linear, constant };

// Positions at which a new piece begins.
struct breakpoints {
  std::vector<index_t> positions;
};

namespace detail {

// The ends of the pieces of n elements, in order.
RAVEL_API std::vector<index_t> ends_of_pieces(index_t n, std::vector<index_t> breaks);
RAVEL_API void take_trends_off(double* line, trend_kind kind, std::span<const index_t> ends);
RAVEL_API buffer<double> without_trend(const node<double>& line, trend_kind kind, std::vector<index_t> breaks);

}  // namespace detail

template <detail::number_line R, detail::among<trend_kind, breakpoints>... Options>
[[nodiscard]] auto detrend(const R& r, Options... options) {
  const auto kind = detail::option_or(trend_kind::linear, options...);
  const breakpoints breaks = detail::option_or(breakpoints{}, options...);
  return detail::as_rounded<detail::slope_t<R>>(
      detail::with_widened<double>(r, [&](const auto& line) { return detail::without_trend(line, kind, breaks.positions); }));
}

template <detail::real_tensor X, detail::among<trend_kind, breakpoints>... Options>
[[nodiscard]] auto detrend(const X& t, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("detrend", axes, t.rank());
  const trend_kind kind = detail::option_or(trend_kind::linear, options...);
  const auto ends = detail::ends_of_pieces(t.extent(axis), detail::option_or(breakpoints{}, options...).positions);
  return detail::written_lines<detail::slope_t<X>, double>(t, axis, t.extent(axis), [&](std::span<const double> line, double* out) {
    std::copy(line.begin(), line.end(), out);
    detail::take_trends_off(out, kind, ends);
  });
}

RAVEL_FACES(detrend)  // of real numbers, with trend_kind::constant, breakpoints{{100}}; along an axis: detrend(t, axis)

}  // namespace ravel
