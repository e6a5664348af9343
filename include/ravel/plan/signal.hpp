// SPDX-License-Identifier: BSL-1.0
// convolve and correlate of a planned value with a planned window, whose type is told: convolve(x, as<double>(window), axis). A run calls
// the verb on the typed window. Any thread may record.
#pragma once

#include <ravel/op/signal/convolve.hpp>
#include <ravel/plan/map.hpp>
#include <ravel/plan/verbs.hpp>

namespace ravel {

namespace detail {

RAVEL_API planned record_windowed(const char* verb, const planned& x, const planned& window, const ints* axis, call_arguments arguments,
                                  pair_verb_call call);

}  // namespace detail

// Along an axis, by a window of rank 1; or over all axes, by a window of as many. The length is an extent of its own.
#define RAVEL_PLANNED_WINDOWED(name)                                                                                                 \
  template <detail::planned_handle X, class T, class... Options>                                                                     \
    requires(detail::without_axes<Options...> &&                                                                                     \
             requires(const any_tensor& t, const tensor<const T>& w, const Options&... options) { name(t, w, options...); })         \
  [[nodiscard]] planned name(const X& x, const planned_as<T>& window, const Options&... options) {                                   \
    const auto call = [options...](const any_tensor& t, const any_tensor& w) { return name(t, as<T>(w), options...); };              \
    return detail::record_windowed(#name, x, window.value(), nullptr, detail::arguments_of_verb<sizeof...(Options)>(options...),     \
                                   {call, dtype_of<T>()});                                                                           \
  }                                                                                                                                  \
  template <detail::planned_handle X, class T, class... Options>                                                                     \
    requires requires(const any_tensor& t, const tensor<const T>& w, const ints& axis, const Options&... options) {                  \
      name(t, w, axis, options...);                                                                                                  \
    }                                                                                                                                \
  [[nodiscard]] planned name(const X& x, const planned_as<T>& window, const ints& axis, const Options&... options) {                 \
    const auto call = [axis, options...](const any_tensor& t, const any_tensor& w) { return name(t, as<T>(w), axis, options...); };  \
    return detail::record_windowed(#name, x, window.value(), &axis, detail::arguments_of_verb<sizeof...(Options)>(axis, options...), \
                                   {call, dtype_of<T>()});                                                                           \
  }
RAVEL_PLANNED_WINDOWED(convolve)
RAVEL_PLANNED_WINDOWED(correlate)
#undef RAVEL_PLANNED_WINDOWED

}  // namespace ravel
