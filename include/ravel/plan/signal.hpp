// SPDX-License-Identifier: BSL-1.0
// convolve and correlate of a planned value, or of a tensor, with a planned window. Any thread may record.
#pragma once

#include <ravel/any/convolve.hpp>
#include <ravel/plan/map.hpp>
#include <ravel/plan/verbs.hpp>

namespace ravel {

namespace detail {

RAVEL_API planned record_windowed(const char* verb, const planned_argument& x, const planned& window, const ints* axis,
                                  call_arguments arguments, std::function<any_tensor(const any_tensor& t, const any_tensor& w)> call);

}  // namespace detail

// Along an axis, by a window of rank 1; or over all axes, by a window of as many. The length is an extent of its own. as<T>(window) checks
// its type.
#define RAVEL_PLANNED_WINDOWED(name)                                                                                                       \
  template <class X, detail::planned_handle W, detail::among<convolve_mode, edge_mode, convolve_method>... Options>                        \
    requires detail::planned_tensors_among<X, W>                                                                                           \
  [[nodiscard]] planned name(const X& x, const W& window, const Options&... options) {                                                     \
    return detail::record_windowed(#name, x, window, nullptr, detail::arguments_of_verb<sizeof...(Options)>(options...),                   \
                                   [options...](const any_tensor& t, const any_tensor& w) { return name(t, w, options...); });             \
  }                                                                                                                                        \
  template <class X, detail::planned_handle W, detail::among<convolve_mode, edge_mode, convolve_method>... Options>                        \
    requires detail::planned_tensors_among<X, W>                                                                                           \
  [[nodiscard]] planned name(const X& x, const W& window, const ints& axis, const Options&... options) {                                   \
    return detail::record_windowed(#name, x, window, &axis, detail::arguments_of_verb<sizeof...(Options)>(axis, options...),               \
                                   [axis, options...](const any_tensor& t, const any_tensor& w) { return name(t, w, axis, options...); }); \
  }                                                                                                                                        \
  template <class X, class T, class... Arguments>                                                                                          \
    requires requires(const X& x, const planned& window, const Arguments&... arguments) { name(x, window, arguments...); }                 \
  [[nodiscard]] planned name(const X& x, const planned_as<T>& window, const Arguments&... arguments) {                                     \
    return name(x, window.value(), arguments...);                                                                                          \
  }
RAVEL_PLANNED_WINDOWED(convolve)
RAVEL_PLANNED_WINDOWED(correlate)
#undef RAVEL_PLANNED_WINDOWED

}  // namespace ravel
