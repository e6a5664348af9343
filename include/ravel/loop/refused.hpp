// SPDX-License-Identifier: BSL-1.0
// Mistaken arguments of copy, clone, fill and for_each. A deleted overload refuses each in one error that says what to write. These rank
// below every overload that takes its arguments.
#pragma once

#include <ravel/loop/options.hpp>
#include <ravel/reader/foreign.hpp>

namespace ravel {

namespace detail {

// A function whose parameters can be inspected without compiling its body.
template <class F>
concept plain_function = std::is_function_v<std::remove_pointer_t<F>> || requires { &F::operator(); };

template <class F, class R>
concept takes_no_element = input<R> && plain_function<F> && !std::invocable<F&, const read_t<R>&>;
template <class W>
concept only_read = readable<W> && !writable<W>;

}  // namespace detail

template <class R, class F, class... More>
  requires detail::takes_no_element<F, R>
void for_each(const R& r, F f, More... more) = delete;  // the function takes one element of the reader: [](double x) { … }
template <readable R>
void copy(const R& r) = delete;  // into what? copy(source, target) writes; clone(r) makes a new buffer
template <element S, writable W>
void copy(const S& value, const W& target) = delete;  // one value for all of it: fill(target, value)
template <readable A, writable B>
void clone(const A& a, const B& b) = delete;  // into memory that is there: copy(source, target)

template <detail::input R, detail::only_read W, class... More>
void copy(const R& source, const W& target, More... more) = delete;  // the target can only be read: copy writes to a buffer, writer, tensor
template <detail::only_read W, class V, class... More>
void fill(const W& target, const V& value, More... more) = delete;  // the target can only be read: fill writes to a buffer, writer, tensor

}  // namespace ravel
