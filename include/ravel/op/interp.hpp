// SPDX-License-Identifier: BSL-1.0
// interp: a function that is known at some places, as straight lines between them; beyond the ends it stays what it is there. In double
// precision, as NumPy has it.
#pragma once

#include <ravel/op/statistics.hpp>

namespace ravel {

namespace detail {

// The places rise; NaN gives NaN.
RAVEL_API void interpolate(std::span<const double> at, std::span<const double> places, std::span<const double> values, double* out);

}  // namespace detail

// interp(x, places, values): the value at each element of x, where places rise.
template <detail::number_reader R, detail::number_reader Places, detail::number_reader Values>
  requires detail::line_input<R>
buffer<double> interp(const R& r, const Places& places, const Values& values) {
  const buffer<double> at = detail::clone_as_doubles(r), x = detail::clone_as_doubles(places), y = detail::clone_as_doubles(values);
  const buffer<double> result = detail::unfilled_buffer<double>(at.size());
  detail::interpolate(at.span(), x.span(), y.span(), result.data());
  return result;
}

template <class... Others>
void interp(detail::any_line r, Others... others) = delete;  // of numbers with an order: interp(x, places, values)

}  // namespace ravel
