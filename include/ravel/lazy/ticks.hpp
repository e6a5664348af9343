// SPDX-License-Identifier: BSL-1.0
// ticks and from_ticks: convert times to the numbers that they count, and numbers to times, lazily, for readers and tensors. This makes
// functions of numbers available for times. Owns its source; any thread may read.
#pragma once

#include <ravel/element/ticks.hpp>
#include <ravel/lazy/map.hpp>

namespace ravel {

namespace detail {

struct ticks_taken {
  using is_pure = void;
  template <time_element T>
  constexpr ticks_t<T> operator()(const T& value) const {
    return ticks_of(value);
  }
};

template <time_element T>
struct time_made {
  using is_pure = void;
  constexpr T operator()(const ticks_t<T>& ticks) const { return from_ticks<T>(ticks); }
};

// Operands of an eager operation, which borrows them for the call.
template <class R>
concept times_input = input<R> && time_element<read_t<R>>;
template <class R>
concept durations_input = input<R> && duration_element<read_t<R>>;

}  // namespace detail

template <readable R>
  requires time_element<detail::read_t<R>>
[[nodiscard]] auto ticks(R&& r) {
  return map(detail::ticks_taken{}, std::forward<R>(r));
}

// Takes numbers of the type that T counts in: from_ticks<std::chrono::sys_seconds>(cast<std::int64_t>(x)).
template <time_element T, readable R>
  requires std::same_as<ticks_t<T>, detail::read_t<R>>
[[nodiscard]] auto from_ticks(R&& r) {
  return map(detail::time_made<T>{}, std::forward<R>(r));
}

}  // namespace ravel
