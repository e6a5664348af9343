// SPDX-License-Identifier: BSL-1.0
// reduce_with runs a reducer over a reader, over several of one size, or over every line along axes. Eager, with fresh results along axes.
// Threads of a scope call the reducer at the same time.
#pragma once

#include <ravel/exec/serial.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/fold/reducer.hpp>

#include <tuple>

namespace ravel {

template <detail::input R, detail::reduces<R> Reducer, detail::told_among<nan_policy>... Options>
[[nodiscard]] auto reduce_with(const R& r, const Reducer& reducer, const Options&... options) {
  if constexpr (detail::told_when_empty<Options...>) {
    return detail::unless_empty(
        std::tie(r), [&](const auto&... rest) { return ravel::reduce_with(r, reducer, rest...); }, options...);
  } else {
    return detail::reduce_under("reduce_with", detail::option_or(nan_policy::keep, options...), reducer, r);
  }
}

// Reduces pairs of elements. A NaN in either element leaves out the pair.
template <detail::input A, detail::input B, detail::reduces<A, B> Reducer, detail::told_among<nan_policy>... Options>
[[nodiscard]] auto reduce_with(const A& a, const B& b, const Reducer& reducer, const Options&... options) {
  if constexpr (detail::told_when_empty<Options...>) {
    return detail::unless_empty(
        std::tie(a, b), [&](const auto&... rest) { return ravel::reduce_with(a, b, reducer, rest...); }, options...);
  } else {
    detail::check_one_shape("reduce_with", a, b);
    return detail::reduce_under("reduce_with", detail::option_or(nan_policy::keep, options...), reducer, a, b);
  }
}

// Reduces every line along axes.
template <detail::shaped_reader X, detail::reduces<X> Reducer, detail::told_among<keep_t, nan_policy>... Options>
[[nodiscard]] auto reduce_with(const X& t, const Reducer& reducer, const ints& axes, const Options&... options) {
  const auto of_line = [&](const auto& line, const auto&... rest) { return ravel::reduce_with(line, reducer, rest...); };
  if constexpr (detail::repeats_all<Reducer, canonical_t<detail::read_t<X>>> && !detail::told_when_empty<Options...>) {
    return detail::reduced_by(t, axes, of_line, options...);
  } else {
    return detail::reduced_each_by(t, axes, of_line, options...);
  }
}

RAVEL_FACES(reduce_with)  // reduce_with(t, reducer, axes, keep); a reducer of these elements: reducer::sum and its like, or your own, see
                          // reducer_of

template <class... Arguments>
  requires requires(const Arguments&... arguments) { reduce_with(arguments...); }
[[nodiscard]] auto reduce_with(serial_executor, const Arguments&... arguments) {
  const detail::serial_scope alone;
  return reduce_with(arguments...);
}

}  // namespace ravel
