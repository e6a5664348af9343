// SPDX-License-Identifier: BSL-1.0
// interp: a function that is known at some places, interpolated with straight lines; beyond the ends it stays constant. In double
// precision, as in NumPy. Eager, with fresh results.
#pragma once

#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/functions.hpp>
#include <ravel/lazy/ticks.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/moments.hpp>

namespace ravel {

namespace detail {

// The places ascend; NaN gives NaN.
RAVEL_API buffer<double> interpolate(const node<double>& at, const node<double>& places, const node<double>& values);

}  // namespace detail

// interp(x, places, values): the value at each element of x; the places ascend. Each argument may stand in braces.
template <detail::number_line R = buffer<double>, detail::number_reader Places = buffer<double>,
          detail::number_reader Values = buffer<double>>
buffer<double> interp(const R& r, const Places& places, const Values& values) {
  detail::check_one_shape("interp", places, values);
  return detail::with_widened<double>(r, [&](const auto& at) {
    return detail::with_widened<double>(places, [&](const auto& x) {
      return detail::with_widened<double>(values, [&](const auto& y) { return detail::interpolate(at, x, y); });
    });
  });
}

// Points of time count from the first place, in the finer of the two units, exact up to 2^53.
template <detail::times_input R, detail::times_input Places, detail::number_reader Values>
  requires detail::line_input<R> && requires(detail::read_t<R> a, detail::read_t<Places> b) { a - b; }
buffer<double> interp(const R& r, const Places& places, const Values& values) {
  using unit = std::common_type_t<duration_of_t<detail::read_t<R>>, duration_of_t<detail::read_t<Places>>>;
  detail::check_one_shape("interp", places, values);
  const auto known = detail::elements_of(places);
  if (known.size() == 0) return interp(ticks(detail::borrowed_handle(r)), buffer<double>(), values);
  const auto later = [&](const auto& times) {
    return detail::clone_as_doubles(ticks(cast<unit>(checked_sub(detail::borrowed_in_row(times), known[0]))));
  };
  return interp(later(r), later(known), values);
}

// For a tensor, in its shape.
template <detail::real_tensor X, detail::number_reader Places = buffer<double>, detail::number_reader Values = buffer<double>>
tensor<double> interp(const X& t, const Places& places, const Values& values) {
  return detail::shaped_like(t, [&](const auto& row) { return interp(row, places, values); });
}

void interp(...) = delete;  // of numbers with an order: interp(x, places, values)

}  // namespace ravel
