// SPDX-License-Identifier: BSL-1.0
// detrend subtracts the least-squares line, or the mean, from the elements; separately for each piece between breakpoints. In double
// precision. Eager, with fresh results.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/fold/moments.hpp>

namespace ravel {

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
