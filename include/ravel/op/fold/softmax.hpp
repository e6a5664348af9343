// SPDX-License-Identifier: BSL-1.0
// softmax and logsumexp along axes: the share of each exponential in their sum, and the logarithm of that sum. Neither overflows on the
// way. Eager, with fresh results: float for floats, double for all other types. Safe to call from any thread.
#pragma once

#include <ravel/lazy/cast.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/fold/moments.hpp>
#include <ravel/tensor/elementwise.hpp>

namespace ravel {

namespace detail {

// Defined in src/, for float and double.
template <class T>
tensor<T> softmax_along(const tensor<const T>& t, const ints& axes, const tensor<T>* given);
template <class T>
tensor<T> logsumexp_along(const tensor<const T>& t, const ints& axes);

template <class T>
using powers_t = std::conditional_t<std::same_as<T, float>, float, double>;

template <class X>
tensor<const powers_t<read_t<X>>> before_powers(const X& t) {
  return cast<powers_t<read_t<X>>>(as_read_tensor(t));
}

}  // namespace detail

// exp(t) divided by its sum along the axes. NaN and infinity give the results of that quotient.
template <detail::real_tensor X>
[[nodiscard]] auto softmax(const X& t, const ints& axes) {
  return detail::softmax_along<detail::powers_t<detail::read_t<X>>>(detail::before_powers(t), axes,
                                                                    detail::target_of_result<detail::powers_t<detail::read_t<X>>>(t));
}
// log(sum(exp(t), axes)); -infinity without elements.
template <detail::real_tensor X, detail::among<keep_t>... Options>
[[nodiscard]] auto logsumexp(const X& t, const ints& axes, Options...) {
  const auto held = detail::before_powers(t);
  const auto found = detail::logsumexp_along<detail::powers_t<detail::read_t<X>>>(held, axes);
  if constexpr (detail::is_given<keep_t, Options...>) {
    return detail::keeping_axes(found, detail::worked_axes(axes, held.rank()));
  } else {
    return found;
  }
}
// The same of all elements.
template <detail::real_tensor X>
[[nodiscard]] auto logsumexp(const X& t) {
  const auto values = flat(detail::before_powers(t));
  return logsumexp(values, 0)();
}

RAVEL_FACES(softmax)    // of a tensor of real numbers, along axes: softmax(t, -1)
RAVEL_FACES(logsumexp)  // of a tensor of real numbers: logsumexp(t), or along axes logsumexp(t, axes, keep)

}  // namespace ravel
