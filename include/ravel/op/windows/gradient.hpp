// SPDX-License-Identifier: BSL-1.0
// gradient: the slope at each element along an axis, as in NumPy: from both neighbours inside, one-sided at the ends. In double precision;
// float for floats. Eager, with fresh results; threads share lines.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/fold/moments.hpp>

namespace ravel {

namespace detail {

RAVEL_API void gradient_at_steps(std::span<const double> values, double spacing, bool second_order_ends, double* out);
RAVEL_API void gradient_at_places(std::span<const double> values, std::span<const double> places, bool second_order_ends, double* out);

template <class R, class Compute>
buffer<slope_t<R>> slopes(const R& r, Compute compute) {
  const buffer<double> values = clone_as_doubles(r), found = unfilled_buffer<double>(values.size());
  compute(values.span(), found.data());
  return as_rounded<slope_t<R>>(found);
}

}  // namespace detail

// The distance between neighbouring elements of gradient. Give places that are not evenly spaced as a reader.
struct spacing {
  double value = 1;
};

// The number of neighbours that the slopes at the two ends use: one or two.
enum class gradient_ends : unsigned char { first_order, second_order };

template <detail::number_reader R, detail::among<spacing, gradient_ends>... Options>
  requires detail::line_input<R>
[[nodiscard]] auto gradient(const R& r, Options... options) {
  return detail::slopes(r, [&](std::span<const double> values, double* out) {
    const bool second_order = detail::option_or(gradient_ends::first_order, options...) == gradient_ends::second_order;
    detail::gradient_at_steps(values, detail::option_or(spacing{}, options...).value, second_order, out);
  });
}

// For places that need not be evenly spaced.
template <detail::number_reader R, detail::number_reader Places, detail::among<gradient_ends>... Options>
  requires detail::line_input<R>
[[nodiscard]] auto gradient(const R& r, const Places& places, Options... options) {
  const auto held = detail::borrowed_handle(r);
  const buffer<double> at = detail::clone_as_doubles(places);
  return detail::slopes(held, [&](std::span<const double> values, double* out) {
    const bool second_order = detail::option_or(gradient_ends::first_order, options...) == gradient_ends::second_order;
    detail::gradient_at_places(values, at.span(), second_order, out);
  });
}

template <detail::real_tensor X, detail::among<spacing, gradient_ends>... Options>
[[nodiscard]] auto gradient(const X& t, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("gradient", axes, t.rank());
  const double apart = detail::option_or(spacing{}, options...).value;
  const bool second_order = detail::option_or(gradient_ends::first_order, options...) == gradient_ends::second_order;
  return detail::written_lines<detail::slope_t<X>, double>(t, axis, t.extent(axis), [&](std::span<const double> line, double* out) {
    detail::gradient_at_steps(line, apart, second_order, out);
  });
}

template <detail::real_tensor X, detail::number_reader Places, detail::among<gradient_ends>... Options>
[[nodiscard]] auto gradient(const X& t, const Places& places, const ints& axes, Options... options) {
  const auto held = detail::borrowed_handle(t);
  const buffer<double> at = detail::list_in_doubles("gradient", "places", places);
  const index_t axis = detail::one_axis("gradient", axes, held.rank());
  const bool second_order = detail::option_or(gradient_ends::first_order, options...) == gradient_ends::second_order;
  return detail::written_lines<detail::slope_t<X>, double>(held, axis, held.extent(axis), [&](std::span<const double> line, double* out) {
    detail::gradient_at_places(line, at.span(), second_order, out);
  });
}

template <detail::real_tensor X, detail::number_reader Places, detail::among<gradient_ends>... Options>
[[nodiscard]] auto gradient(const X& t, const Places& places, Options... options) {
  return gradient(t, places, detail::only_axis("gradient", t.shape()), options...);
}

RAVEL_FACES(gradient)  // of numbers with an order; with spacing{0.5}, or gradient(x, places); along an axis: gradient(t, axis)

}  // namespace ravel
