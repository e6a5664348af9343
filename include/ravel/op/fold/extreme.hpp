// SPDX-License-Identifier: BSL-1.0
// min and max of all elements. NaN goes through unless a policy says otherwise; a zero of a floating type is given as +0, whatever the
// order of the signs was; an empty reader is a value_error. (Elementwise: minimum, maximum and clip.)
#pragma once

#include <ravel/lazy/ticks.hpp>
#include <ravel/loop/refused.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/reduce.hpp>

namespace ravel {

namespace unseen {

struct least {
  static constexpr const char* name = "min";
  template <class T>
  constexpr bool operator()(const T& a, const T& b) const {
    if constexpr (ravel::detail::compared_by_parts<T>) return ravel::detail::comes_before(a, b, false);
    return a < b;
  }
};

struct greatest {
  static constexpr const char* name = "max";
  template <class T>
  constexpr bool operator()(const T& a, const T& b) const {
    if constexpr (ravel::detail::compared_by_parts<T>) return ravel::detail::comes_before(b, a, false);
    return b < a;
  }
};

}  // namespace unseen

namespace detail {

using unseen::greatest;
using unseen::least;

template <class T>
concept ordered_value = !complex_element<T> && requires(const T& a, const T& b) {
  { a < b } -> std::convertible_to<bool>;
};

template <class R>
concept ordered_reader = input<R> && ordered_value<read_t<R>>;
template <class R>
concept unordered_reader = input<R> && !ordered_value<read_t<R>>;

// The one that stands before the other; NaN stays once it was met. Both conditions are computed, so that no branch has to be guessed.
template <class Before, element T>
constexpr T preferred(T found, T value) {
  return (Before{}(value, found) | (value != value)) ? value : found;
}

// Which of two zeros was met first is a matter of lanes and layout: the result is the positive one.
template <class T>
constexpr T without_sign_of_zero(T found) {
  if constexpr (floating_value<T>) {
    return found == 0 ? static_cast<T>(0.0) : found;
  } else {
    return found;
  }
}

// The same of any type: what differs from itself stands before all.
template <class Before>
struct before_others {
  template <class T>
  bool operator()(const T& a, const T& b) const {
    if (differs_from_itself(b)) return false;
    return differs_from_itself(a) || Before{}(a, b);
  }
};

// Defined in src/ for every ordered element type.
template <class Before, class T>
T extreme_of(const node<T>& source);

// The element that stands before all others; by a user's order the first of them.
template <class Before, class R>
read_t<R> extreme(const R& r) {
  using T = read_t<R>;
  check_not_empty(r, Before::name);
  if constexpr (element<T>) {
    return static_cast<T>(on_canonical(r, [](const auto& source) { return extreme_of<Before>(source); }));
  } else if constexpr (time_element<T>) {
    return from_ticks<T>(extreme<Before>(ticks(look_in_row(r))));
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

template <detail::ordered_reader R>
[[nodiscard]] auto min(const R& r) {
  return detail::extreme<detail::least>(r);
}
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

template <detail::unordered_reader R>
void min(const R& r) = delete;  // the elements have no order: of complex numbers, min(abs(x))
template <detail::unordered_reader R>
void max(const R& r) = delete;  // the elements have no order: of complex numbers, max(abs(x))

template <detail::input R>
[[nodiscard]] auto min(serial_executor, const R& r) {
  const detail::serial_scope alone;
  return min(r);
}
template <detail::input R>
[[nodiscard]] auto max(serial_executor, const R& r) {
  const detail::serial_scope alone;
  return max(r);
}
// With options and axes, which may stand between braces.
template <detail::input R, class First = ints, class... More>
  requires requires(const R& r, const First& first, const More&... more) { min(r, first, more...); }
[[nodiscard]] auto min(serial_executor, const R& r, const First& first, const More&... more) {
  const detail::serial_scope alone;
  return min(r, first, more...);
}
template <detail::input R, class First = ints, class... More>
  requires requires(const R& r, const First& first, const More&... more) { max(r, first, more...); }
[[nodiscard]] auto max(serial_executor, const R& r, const First& first, const More&... more) {
  const detail::serial_scope alone;
  return max(r, first, more...);
}

}  // namespace ravel
