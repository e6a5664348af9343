// SPDX-License-Identifier: BSL-1.0
// gaussian_filter: each element becomes the mean of its surroundings, weighted by a normal distribution; with an order above 0, a
// derivative of it. In double precision, with weights in a fixed order. Eager, with fresh results. write_weighed is the basis of all
// filters of tensors.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/windows/diff.hpp>
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

}  // namespace ravel
