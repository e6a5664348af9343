// SPDX-License-Identifier: BSL-1.0
// median_filter: each element becomes the median of the window around it; beyond the ends the elements are mirrored unless an edge_mode
// says otherwise. As rolling_median, whose time hardly grows with the width.
#pragma once

#include <ravel/op/windows/rolling_order.hpp>

namespace ravel {

template <detail::number_reader R, detail::among<edge_mode>... Options>
  requires detail::line_input<R>
buffer<double> median_filter(const R& r, index_arg width, Options... options) {
  detail::check_width("median_filter", width);
  return rolling_median(r, width, detail::option_or(edge_mode::reflect, options...));
}

template <class... Others>
void median_filter(detail::any_line r, index_arg width, Others... others) = delete;  // of real numbers, with edge_mode

}  // namespace ravel
