// SPDX-License-Identifier: BSL-1.0
// min and max, of all elements and along axes. NaN goes through unless a policy says otherwise. A floating zero is given as +0, whatever
// the signs were. An empty reader is a value_error. Eager; safe to call from any thread. (Elementwise: minimum, maximum and clip.)
#pragma once

#include <ravel/lazy/ticks.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/detail/reduced.hpp>

namespace ravel {

namespace detail {

// Defined in src/ for every ordered element type.
template <class Before, class T>
T extreme_of(const node<T>& source);

// The element that stands before all others; with a user's order, the first of equals.
template <class Before, class R>
read_t<R> extreme(const R& r) {
  using T = read_t<R>;
  check_not_empty(r, Before::name);
  if constexpr (element<T>) {
    return static_cast<T>(on_canonical(r, [](const auto& source) { return extreme_of<Before>(source); }));
  } else if constexpr (time_element<T>) {
    return from_ticks<T>(extreme<Before>(ticks(borrowed_in_row(r))));
  } else {
    std::optional<T> found;
    each_element(r, [&](const T& value) {
      if (!found || before_others<Before>{}(value, *found)) found = value;
    });
    return without_sign_of_zero(*std::move(found));
  }
}

template <class Before, class R>
read_t<R> extreme(const R& r, nan_policy policy) {
  return under_policy(
      r, policy, Before::name, [&] { return first_number(r, Before::name); }, [](const auto& x) { return extreme<Before>(x); });
}

}  // namespace detail

// The least element.
template <detail::ordered_reader R>
[[nodiscard]] auto min(const R& r) {
  return detail::extreme<detail::least>(r);
}
// The greatest element.
template <detail::ordered_reader R>
[[nodiscard]] auto max(const R& r) {
  return detail::extreme<detail::greatest>(r);
}

template <detail::ordered_reader R, std::same_as<nan_policy> Policy>
  requires detail::minds_nan<R>
[[nodiscard]] auto min(const R& r, Policy policy) {
  return detail::extreme<detail::least>(r, policy);
}
template <detail::ordered_reader R, std::same_as<nan_policy> Policy>
  requires detail::minds_nan<R>
[[nodiscard]] auto max(const R& r, Policy policy) {
  return detail::extreme<detail::greatest>(r, policy);
}

RAVEL_FACES(min)  // of elements with an order (of complex numbers: min(abs(x))); a tensor has axes: min(t, axes, nan_policy::skip, keep)
RAVEL_FACES(max)  // of elements with an order (of complex numbers: max(abs(x))); a tensor has axes: max(t, axes, nan_policy::skip, keep)

RAVEL_REFUSES_AXES(min, ordered_reader)  // the elements have no order: of complex numbers: min(abs(x), axes)
RAVEL_REFUSES_AXES(max, ordered_reader)  // the elements have no order: of complex numbers: max(abs(x), axes)
template <readable A, readable B, class... More>
void min(const A& a, const B& b, More... more) = delete;  // the least element of one reader; element by element: minimum(a, b)
template <readable A, readable B, class... More>
void max(const A& a, const B& b, More... more) = delete;  // the greatest element of one reader; element by element: maximum(a, b)
template <detail::input R, std::invocable<const detail::read_t<R>&, const detail::read_t<R>&> F>
void min(const R& r, F f) = delete;  // by an order of your own: argmin(r, f) says where it stands
template <detail::input R, std::invocable<const detail::read_t<R>&, const detail::read_t<R>&> F>
void max(const R& r, F f) = delete;  // by an order of your own: argmax(r, f) says where it stands

RAVEL_FACES_ALONE(min)
RAVEL_FACES_ALONE(max)

}  // namespace ravel
