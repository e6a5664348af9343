// SPDX-License-Identifier: BSL-1.0
// median_filter: each element becomes the median of the window around it. Beyond the ends the elements are mirrored unless an edge_mode
// says otherwise. Uses rolling_median, whose time hardly grows with the width. Eager, with fresh results.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/signal/gaussian_filter.hpp>
#include <ravel/op/windows/rolling_order.hpp>

namespace ravel {

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

}  // namespace ravel
