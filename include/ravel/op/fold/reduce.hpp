// SPDX-License-Identifier: BSL-1.0
// reduce: all elements and a start value, through a function, in ascending order. The result has the type of the start value, which must be
// able to hold what the function gives.
#pragma once

#include <ravel/element/detail/widen.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/serial.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/loop/refused.hpp>

namespace ravel {

namespace detail {

template <class F, class A, class T>
concept combines = called_with<F, A, const T&>;

template <class F, class A, class T>
using combined_t = std::remove_cvref_t<std::invoke_result_t<F&, A, const T&>>;

template <class F, class A, class T>
concept combines_into = combines<F, A, T> && kept_as<combined_t<F, A, T>, A>;

}  // namespace detail

template <detail::input R, class A, detail::combines_into<A, detail::read_t<R>> F>
[[nodiscard]] A reduce(const R& r, A init, F f) {
  detail::each_element(r, [&](const detail::read_t<R>& value) { init = f(std::move(init), value); });
  return init;
}

template <detail::input R, class A, detail::combines<A, detail::read_t<R>> F>
A reduce(const R& r, A init, F f) = delete;  // the start value's type cannot hold all that f gives: start from 0.0, from index_t{0}, …

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

namespace detail {

// operation(node) with long long and char under the name of the integer of their width.
template <class R, class Operation>
auto on_canonical(const R& r, Operation operation) {
  using T = read_t<R>;
  if constexpr (std::same_as<T, canonical_t<T>>) {
    auto&& source = peek(r);
    const node<T>& node = source;
    return operation(node);
  } else {
    return on_canonical(map(widened<canonical_t<T>>{}, look_at(r)), operation);
  }
}

}  // namespace detail
}  // namespace ravel
