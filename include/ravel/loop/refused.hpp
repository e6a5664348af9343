// SPDX-License-Identifier: BSL-1.0
// What eager functions are given by mistake, each refused in one error that says what to write. These stand behind every overload that
// takes its arguments.
#pragma once

#include <ravel/loop/options.hpp>
#include <ravel/reader/foreign.hpp>

#include <string_view>

namespace ravel {

namespace detail {

// Can be asked what it takes without compiling its body.
template <class F>
concept plain_function = std::is_function_v<std::remove_pointer_t<F>> || requires { &F::operator(); };

template <class F, class R>
concept compares_no_two = input<R> && plain_function<F> && !std::invocable<F&, const read_t<R>&, const read_t<R>&>;
template <class F, class R>
concept compares_two = input<R> && std::invocable<F&, const read_t<R>&, const read_t<R>&>;
template <class F, class R>
concept takes_no_element = input<R> && plain_function<F> && !std::invocable<F&, const read_t<R>&>;
template <class F, class A, class R>  // a string is a pattern of axes, which <ravel/named/patterns.hpp> knows
concept adds_no_element =
    input<R> && plain_function<F> && !std::convertible_to<A, std::string_view> && !std::invocable<F&, A, const read_t<R>&>;

template <class W>
concept only_read = readable<W> && !writable<W>;

}  // namespace detail

template <class R, class F, class... More>
  requires detail::compares_no_two<F, R>
void sort(const R& r, F f, More... more) = delete;  // an order takes two elements: sort(r, [](double a, double b) { return a > b; })
template <class R, class F, class... More>
  requires detail::compares_no_two<F, R>
void argsort(const R& r, F f, More... more) = delete;  // an order takes two elements; by a key of each: argsort(map(key, r))

template <class R, class F, class... More>
  requires detail::takes_no_element<F, R>
void filter(const R& r, F f, More... more) = delete;  // the condition takes one element of the reader: [](double x) { return x > 0; }
template <detail::input R, readable Mask, class... More>
void filter(const R& r, const Mask& mask, More... more) = delete;  // a condition is wanted; by a mask: compress(r, mask)
template <class R, class F, class... More>
  requires detail::takes_no_element<F, R>
void for_each(const R& r, F f, More... more) = delete;  // the function takes one element of the reader: [](double x) { … }
template <class R, class A, class F, class... More>
  requires detail::adds_no_element<F, A, R>
void reduce(const R& r, A init, F f, More... more) = delete;  // f takes the result so far and one element: [](double sum, double x)

template <readable R>
void copy(const R& r) = delete;  // into what? copy(source, target) writes; clone(r) makes a new buffer
template <element S, writable W>
void copy(const S& value, const W& target) = delete;  // one value for all of it: fill(target, value)
template <readable A, writable B>
void clone(const A& a, const B& b) = delete;  // into memory that is there: copy(source, target)

template <readable A, readable B, class... More>
void min(const A& a, const B& b, More... more) = delete;  // the least element of one reader; element by element: minimum(a, b)
template <readable A, readable B, class... More>
void max(const A& a, const B& b, More... more) = delete;  // the greatest element of one reader; element by element: maximum(a, b)
template <class R, class F>
  requires detail::compares_two<F, R>
void min(const R& r, F f) = delete;  // by an order of your own: argmin(r, f) says where it stands
template <class R, class F>
  requires detail::compares_two<F, R>
void max(const R& r, F f) = delete;  // by an order of your own: argmax(r, f) says where it stands

#define RAVEL_A_READER_HAS_NO_AXES(name) \
  template <class... Others>             \
  void name(detail::any_line r, const ints& axes, Others... others) = delete;  // a reader has no axes: leave them out

RAVEL_A_READER_HAS_NO_AXES(sum)
RAVEL_A_READER_HAS_NO_AXES(product)
RAVEL_A_READER_HAS_NO_AXES(mean)
RAVEL_A_READER_HAS_NO_AXES(min)
RAVEL_A_READER_HAS_NO_AXES(max)
RAVEL_A_READER_HAS_NO_AXES(argmin)
RAVEL_A_READER_HAS_NO_AXES(argmax)
RAVEL_A_READER_HAS_NO_AXES(all_of)
RAVEL_A_READER_HAS_NO_AXES(any_of)
RAVEL_A_READER_HAS_NO_AXES(none_of)
RAVEL_A_READER_HAS_NO_AXES(count)
#undef RAVEL_A_READER_HAS_NO_AXES

template <detail::input R, detail::only_read W, class... More>
void copy(const R& source, const W& target, More... more) = delete;  // the target can only be read: copy writes to a buffer, writer, tensor
template <detail::only_read W, class V, class... More>
void fill(const W& target, const V& value, More... more) = delete;  // the target can only be read: fill writes to a buffer, writer, tensor

}  // namespace ravel
