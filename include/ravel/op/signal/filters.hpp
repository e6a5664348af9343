// SPDX-License-Identifier: BSL-1.0
// gaussian_filter, median_filter, savgol_filter and detrend of tensors: the first two over all axes or those that are named, the others of
// each line along one; peaks of tensors of one axis. Eager; the results are fresh memory, or what into{t} gives.
#pragma once

#include <ravel/op/signal/detrend.hpp>
#include <ravel/op/signal/fft_axes.hpp>
#include <ravel/op/signal/find_peaks.hpp>
#include <ravel/op/signal/gaussian_filter.hpp>
#include <ravel/op/signal/median_filter.hpp>
#include <ravel/op/signal/savgol_filter.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/op/windows/neighbours.hpp>
#include <ravel/tensor/into.hpp>

namespace ravel {

namespace detail {

// Where results in double go, as they are or in single precision.
struct precise_target {
  double* doubles = nullptr;
  float* floats = nullptr;

  explicit precise_target(double* to) : doubles(to) {}
  explicit precise_target(float* to) : floats(to) {}
};
RAVEL_API shape weighed_shape(const shape& given, const axis_list& axes, index_t weights, edge_mode edge);
// Along one axis after the other, of elements in row-major order; each line has the bits that it has alone.
RAVEL_API void weigh_axes(const node<double>& x, const shape& given, const axis_list& axes, std::span<const double> weights, edge_mode edge,
                          const precise_target& to);
// Of windows with an extent for each axis, or with one for all.
class RAVEL_API median_windows {
 public:
  median_windows(const shape& given, const ints& widths, edge_mode edge);
  ~median_windows();
  const shape& result() const;
  void write(const double* data, double* out) const;

 private:
  std::unique_ptr<const struct window_grid> grid_;
};

RAVEL_API axis_list every_axis(index_t rank);

// The sums under a window along each of the axes, of elements in row-major memory.
template <class R, class T>
void write_weighed(const tensor<const T>& values, const axis_list& axes, std::span<const double> weights, edge_mode edge,
                   const result_memory<R>& to) {
  with_widened<double>(reader<T>(values),
                       [&](const node<double>& x) { weigh_axes(x, values.shape(), axes, weights, edge, precise_target(to.data())); });
}

template <class X, class... Options>
tensor<slope_t<X>> gaussian_axes(const X& t, double sigma, const axis_list& axes, const Options&... options) {
  const std::vector<double> weights = gaussian_weights_by(sigma, options...);
  const edge_mode edge = option_or(edge_mode::reflect, options...);
  const tensor<const read_t<X>> values = ravel::contiguous(as_read_tensor(t));
  const result_memory<slope_t<X>> result(target_of_result<slope_t<X>>(t), weighed_shape(values.shape(), axes, std::ssize(weights), edge));
  write_weighed(values, axes, weights, edge, result);
  return result.result();
}

// The values of the polynomials of the first or last windows along an axis at places beside their middles, from the nearest on.
template <class T, class R>
void fit_ends(const tensor<const T>& windows, const polynomial_window& window, index_t axis, index_t direction, const tensor<R>& to) {
  const tensor<const T> values = ravel::contiguous(windows);
  const result_memory<R> one(nullptr, slice(to, axis, 0, 1).shape());
  for (index_t i = 1; i <= to.extent(axis); ++i) {
    write_weighed(values, {axis}, weights_at(window, direction * i), edge_mode::valid, one);
    copy(one.view(), slice(to, axis, direction < 0 ? to.extent(axis) - i : i - 1, 1));
  }
}

// edge: or none, where the ends are what the first and last polynomials say there. Weights are made once for all lines.
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

template <detail::real_tensor X, detail::among<edge_mode, order<>, truncate_at>... Options>
[[nodiscard]] auto gaussian_filter(const X& t, double sigma, const ints& axes, Options... options) {
  return detail::gaussian_axes(t, sigma, detail::worked_axes(axes, t.rank()), options...);
}
template <detail::real_tensor X, detail::among<edge_mode, order<>, truncate_at>... Options>
[[nodiscard]] auto gaussian_filter(const X& t, double sigma, Options... options) {
  return detail::gaussian_axes(t, sigma, detail::every_axis(t.rank()), options...);
}

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

template <detail::real_tensor X, detail::among<edge_mode, order<>, spacing>... Options>
[[nodiscard]] auto savgol_filter(const X& t, index_arg width, index_arg degree, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("savgol_filter", axes, t.rank());
  const edge_mode edge = detail::option_or(edge_mode::valid, options...);
  return detail::fit_lines(t, detail::window_by(width, degree, options...), axis,
                           detail::is_given<edge_mode, Options...> ? &edge : nullptr);
}
template <detail::real_tensor X, detail::among<edge_mode, order<>, spacing>... Options>
[[nodiscard]] auto savgol_filter(const X& t, index_arg width, index_arg degree, Options... options) {
  return savgol_filter(t, width, degree, detail::only_axis("savgol_filter", t.shape()), options...);
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
template <detail::real_tensor X, detail::among<trend_kind, breakpoints>... Options>
[[nodiscard]] auto detrend(const X& t, Options... options) {
  return detrend(t, detail::only_axis("detrend", t.shape()), options...);
}

RAVEL_TAKES_INTO(gaussian_filter)
RAVEL_TAKES_INTO(median_filter)
RAVEL_TAKES_INTO(savgol_filter)
RAVEL_TAKES_INTO(detrend)

// Of a tensor of one axis.
template <detail::real_tensor X, class... Options>
buffer<index_t> find_peaks(const X& t, Options... options) {
  detail::only_axis("find_peaks", t.shape());
  return ravel::find_peaks(detail::clone_as_doubles(t), options...);
}
template <detail::real_tensor X, class P, class... Options>
prominences peak_prominences(const X& t, const P& positions, Options... options) {
  detail::only_axis("peak_prominences", t.shape());
  return ravel::peak_prominences(detail::clone_as_doubles(t), positions, options...);
}
template <detail::real_tensor X, class P, class... Options>
peak_extents peak_widths(const X& t, const P& positions, Options... options) {
  detail::only_axis("peak_widths", t.shape());
  return ravel::peak_widths(detail::clone_as_doubles(t), positions, options...);
}

}  // namespace ravel
