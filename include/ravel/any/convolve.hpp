// SPDX-License-Identifier: BSL-1.0
// convolve and correlate of data of run-time type, by a window of any type. The two meet in the type of their product, as typed ones do.
// Eager, with fresh results.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/op/signal/convolve.hpp>

namespace ravel {

namespace detail {

// Without an axis, the window goes over all axes.
RAVEL_API any_tensor convolve_any(const any_data& x, const any_data& window, const ints* axis, const convolving& how);
RAVEL_API any_tensor correlate_any(const any_data& x, const any_data& window, const ints* axis, const convolving& how);

template <class W>
concept any_window = any_handle<W> || typed_data<W> || (element_reader<W> && typed_data<buffer<read_t<W>>>);
template <any_window W>
any_data window_data(const W& window) {
  if constexpr (any_handle<W>) {
    return window;
  } else if constexpr (typed_data<W>) {
    return held_of_typed(window).values;
  } else {
    return held_of_typed(elements_of(borrowed_handle(window))).values;
  }
}

}  // namespace detail

// A list or a reader is a window of one axis, which data of several axes name.
#define RAVEL_ANY_WINDOW(name)                                                                                               \
  template <detail::any_handle X, detail::any_window W, detail::among<convolve_mode, edge_mode, convolve_method>... Options> \
  [[nodiscard]] any_tensor name(const X& x, const W& window, const ints& axis, const Options&... options) {                  \
    return detail::name##_any(x, detail::window_data(window), &axis, detail::convolving_by(options...));                     \
  }                                                                                                                          \
  template <detail::any_handle X, detail::any_window W, detail::among<convolve_mode, edge_mode, convolve_method>... Options> \
  [[nodiscard]] any_tensor name(const X& x, const W& window, const Options&... options) {                                    \
    if constexpr (detail::shaped_reader<W> || std::derived_from<W, any_tensor>) {                                            \
      return detail::name##_any(x, detail::window_data(window), nullptr, detail::convolving_by(options...));                 \
    } else {                                                                                                                 \
      const detail::any_data data = x;                                                                                       \
      return name(data.values, window, detail::only_axis(#name, data.values.shape()), options...);                           \
    }                                                                                                                        \
  }
RAVEL_ANY_WINDOW(convolve)
RAVEL_ANY_WINDOW(correlate)
#undef RAVEL_ANY_WINDOW

}  // namespace ravel
