// SPDX-License-Identifier: BSL-1.0
// Operators, functions, where, clip and casts of planned values: each records a step. Types are promoted and shapes broadcast as those of
// any_tensor; but a length that is not known is never stretched, not even if it turns out to be 1. Errors come when a step is recorded.
#pragma once

#include <ravel/plan/planned.hpp>

namespace ravel {

namespace detail {

RAVEL_API planned record(any_single f, const planned_argument& x);
RAVEL_API planned record(any_pair f, const planned_argument& a, const planned_argument& b);
RAVEL_API planned record_where(const planned_argument& mask, const planned_argument& a, const planned_argument& b);
RAVEL_API planned record_clip(const planned_argument& x, const planned_argument& low, const planned_argument& high);

}  // namespace detail

#define RAVEL_OF_ONE(called, function)                      \
  template <detail::planned_handle X>                       \
  [[nodiscard]] planned called(const X& x) {                \
    return detail::record(detail::any_single::function, x); \
  }
#define RAVEL_OF_TWO(called, function)                       \
  template <class A, class B>                                \
    requires detail::planned_among<A, B>                     \
  [[nodiscard]] planned called(const A& a, const B& b) {     \
    return detail::record(detail::any_pair::function, a, b); \
  }
#define RAVEL_COMPARED RAVEL_OF_TWO
RAVEL_STAMP_ELEMENTWISE
#undef RAVEL_COMPARED
#undef RAVEL_OF_TWO
#undef RAVEL_OF_ONE

// The mask must be of bools.
template <class Mask, class A, class B>
  requires detail::planned_among<Mask, A, B>
[[nodiscard]] planned where(const Mask& mask, const A& a, const B& b) {
  return detail::record_where(mask, a, b);
}
template <class X, class Low, class High>
  requires detail::planned_among<X, Low, High>
[[nodiscard]] planned clip(const X& x, const Low& low, const High& high) {
  return detail::record_clip(x, low, high);
}

RAVEL_API planned cast(const planned& x, dtype to);
RAVEL_API planned wrap_cast(const planned& x, dtype to);
RAVEL_API planned saturate_cast(const planned& x, dtype to);
#define RAVEL_PLANNED_CAST(name)                                \
  template <detail::stored_element T, detail::planned_handle X> \
  planned name(const X& x) {                                    \
    return name(x, dtype_of<T>());                              \
  }
RAVEL_FOR_EACH_CAST(RAVEL_PLANNED_CAST)
#undef RAVEL_PLANNED_CAST

}  // namespace ravel
