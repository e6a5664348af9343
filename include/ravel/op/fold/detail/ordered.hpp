// SPDX-License-Identifier: BSL-1.0
// least and greatest tell which of two elements stands before the other, NaN before all. Plain functions, for any thread.
#pragma once

#include <ravel/element/detail/functions.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/detail/total_order.hpp>

namespace ravel {

namespace adl_barrier {

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

}  // namespace adl_barrier

namespace detail {

using adl_barrier::greatest;
using adl_barrier::least;

template <class T>
concept ordered_value = !complex_element<T> && requires(const T& a, const T& b) {
  { a < b } -> std::convertible_to<bool>;
};

template <class R>
concept ordered_reader = input<R> && ordered_value<read_t<R>>;

// The element that stands before the other. A NaN stays once it was found. Both conditions are computed, so that no branch is mispredicted.
template <class Before, element T>
constexpr T preferred(T found, T value) {
  return (Before{}(value, found) | (value != value)) ? value : found;
}

// Lanes and layout decide which of two zeros comes first, so the result is always the positive one.
template <class T>
constexpr T without_sign_of_zero(T found) {
  if constexpr (std::floating_point<T> || half_element<T>) {
    return found == 0 ? static_cast<T>(0.0) : found;
  } else {
    return found;
  }
}

// The same order for any type: an element that differs from itself stands before all.
template <class Before>
struct before_others {
  template <class T>
  bool operator()(const T& a, const T& b) const {
    if (differs_from_itself(b)) return false;
    return differs_from_itself(a) || Before{}(a, b);
  }
};

}  // namespace detail
}  // namespace ravel
