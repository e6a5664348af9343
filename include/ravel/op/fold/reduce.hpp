// SPDX-License-Identifier: BSL-1.0
// reduce puts a start value and all elements through a function, in ascending order; along axes, the elements of every line. The result has
// the type of the start value, which must be able to hold the results of the function. The calling thread calls the function.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/serial.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/op/detail/faces.hpp>

#include <functional>

namespace ravel {

namespace detail {

template <class F, class A, class T>
using combined_t = std::remove_cvref_t<std::invoke_result_t<F&, A, const T&>>;

// The function's result becomes the next state: elements by widening, other types by any C++ conversion.
template <class F, class A, class T>
concept combines_into = called_with<F, A, const T&> && std::convertible_to<combined_t<F, A, T>, A> &&
                        (!element<combined_t<F, A, T>> || !element<A> || widens_to<combined_t<F, A, T>, A>);

}  // namespace detail

template <detail::input R, class A, detail::combines_into<A, detail::read_t<R>> F>
[[nodiscard]] A reduce(const R& r, A init, F f) {
  detail::each_element(r, [&](const detail::read_t<R>& value) { init = f(std::move(init), value); });
  return init;
}

template <detail::input R, class A, detail::called_with<A, const detail::read_t<R>&> F>
A reduce(const R& r, A init, F f) = delete;  // the start value's type cannot hold all that f gives: start from 0.0, from index_t{0}, …

// Gives f(… f(f(init, first), second) …) for every line.
template <detail::shaped_reader X, class A, detail::combines_into<A, detail::read_t<X>> F, detail::among<keep_t>... Options>
[[nodiscard]] auto reduce(const X& t, const A& init, F f, const ints& axes, Options... options) {
  return detail::reduced_each_by(
      t, axes, [&](const auto& line) { return ravel::reduce(line, init, std::ref(f)); }, options...);
}

RAVEL_FACES(reduce)  // f takes the result so far and one element: reduce(x, 0.0, f); along axes: reduce(t, 0.0, f, axes, keep)

template <detail::input R, class A, class F>
[[nodiscard]] A reduce(serial_executor, const R& r, A init, F f) {
  const detail::serial_scope alone;
  return reduce(r, std::move(init), std::move(f));
}
template <detail::input R, class A, class F, class Axes = ints, class... More>
  requires requires(const R& r, A& init, F& f, const Axes& axes, const More&... more) { reduce(r, init, f, axes, more...); }
[[nodiscard]] auto reduce(serial_executor, const R& r, A init, F f, const Axes& axes, const More&... more) {
  const detail::serial_scope alone;
  return reduce(r, std::move(init), std::move(f), axes, more...);
}

}  // namespace ravel
