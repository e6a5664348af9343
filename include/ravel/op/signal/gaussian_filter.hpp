// SPDX-License-Identifier: BSL-1.0
// gaussian_filter: each element becomes the mean of those around it, weighted by a normal distribution; of an order above 0 a derivative of
// that. In double precision, weight after weight.
#pragma once

#include <ravel/op/windows/difference.hpp>
#include <ravel/op/windows/window.hpp>

namespace ravel {

// Beyond so many standard deviations the distribution is cut off.
struct truncate_at {
  double value = 4;
};

namespace detail {

// As they meet ascending elements, an odd number.
RAVEL_API std::vector<double> gaussian_weights(double sigma, index_t order, double truncated);
RAVEL_API buffer<double> weigh_line(const node<double>& line, std::span<const double> weights, edge_mode edge);

// A buffer of doubles, in the precision of the elements of R.
template <class R>
buffer<slope_t<R>> as_precise_as(const buffer<double>& found) {
  if constexpr (std::same_as<slope_t<R>, double>) {
    return found;
  } else {
    return elements_of(map([](double value) { return static_cast<float>(value); }, found));
  }
}

template <class... Options>
std::vector<double> gaussian_weights_by(double sigma, const Options&... options) {
  return gaussian_weights(sigma, option_or(order<>{0}, options...).value, option_or(truncate_at{}, options...).value);
}

}  // namespace detail

template <detail::number_reader R, detail::among<edge_mode, order<>, truncate_at>... Options>
  requires detail::line_input<R>
[[nodiscard]] auto gaussian_filter(const R& r, double sigma, Options... options) {
  const std::vector<double> weights = detail::gaussian_weights_by(sigma, options...);
  const auto edge = detail::option_or(edge_mode::reflect, options...);
  return detail::as_precise_as<R>(
      detail::with_widened<double>(r, [&](const auto& line) { return detail::weigh_line(line, weights, edge); }));
}

template <class... Others>
void gaussian_filter(detail::any_line r, double sigma, Others... others) = delete;  // of real numbers; edge_mode, order{1}, truncate_at{4}

}  // namespace ravel
