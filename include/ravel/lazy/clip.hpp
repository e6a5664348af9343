// SPDX-License-Identifier: BSL-1.0
// clip(x, low, high): limits every element to two bounds, which are readers or weak scalars. NaN stays NaN. Scalar bounds that cross are an
// error at once; if bounds from readers cross, the upper one wins. Results own their operands, and any thread may read them.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/element/detail/civil.hpp>
#include <ravel/element/detail/functions.hpp>
#include <ravel/lazy/operators.hpp>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_crossed_bounds(const text& low, const text& high);

template <class X, class Bound>
using bound_t = value_beside_t<scalars::weak, Bound, X>;

template <class X, class Low, class High>
concept clippable = lazy_reader<X> && !shaped<std::remove_cvref_t<Low>> && !shaped<std::remove_cvref_t<High>> &&
                    std::invocable<clipped, const read_t<X>&, const bound_t<X, Low>&, const bound_t<X, High>&>;

template <class Bound>
text bound_text(const Bound& bound) {
  if constexpr (time_element<Bound>) {
    return text() << time_text(bound);
  } else if constexpr (requires { text() << bound; }) {
    return text() << bound;
  } else {
    return text() << "a value";
  }
}

// NaN is not a valid bound.
template <class Low, class High>
void check_bounds(const Low& low, const High& high) {
  if constexpr (!readable<Low> && !readable<High>) {
    if (!less_equal{}(low, high)) throw_crossed_bounds(bound_text(low), bound_text(high));
  }
}

}  // namespace detail

template <class X, class Low, class High>
  requires detail::clippable<X, Low, High>
[[nodiscard]] auto clip(X&& x, Low&& low, High&& high) {
  auto&& lower = detail::beside<detail::scalars::weak, X>(std::forward<Low>(low));
  auto&& upper = detail::beside<detail::scalars::weak, X>(std::forward<High>(high));
  detail::check_bounds(lower, upper);
  return detail::fuse(detail::clipped{}, std::forward<X>(x), std::forward<decltype(lower)>(lower), std::forward<decltype(upper)>(upper));
}

}  // namespace ravel
