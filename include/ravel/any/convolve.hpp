// SPDX-License-Identifier: BSL-1.0
// convolve and correlate of data and a window, of which at least one has a run-time type. The two meet in the type of their product, as
// typed ones do. Eager, with fresh results.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/op/signal/convolve.hpp>

namespace ravel {

namespace detail {

// Without an axis, the window goes over all axes.
RAVEL_API any_tensor convolve_any(const any_data& x, const any_data& window, const ints* axis, const convolving& how);
RAVEL_API any_tensor correlate_any(const any_data& x, const any_data& window, const ints* axis, const convolving& how);

}  // namespace detail

// A list or a reader is a window of one axis, which data of several axes name.
#define RAVEL_ANY_WINDOW(name)                                                                                                  \
  template <class X, class W, detail::among<convolve_mode, edge_mode, convolve_method>... Options>                              \
    requires detail::any_beside_elements<X, W>                                                                                  \
  [[nodiscard]] any_tensor name(const X& x, const W& window, const ints& axis, const Options&... options) {                     \
    return detail::name##_any(detail::any_elements(x), detail::any_elements(window), &axis, detail::convolving_by(options...)); \
  }                                                                                                                             \
  template <class X, class W, detail::among<convolve_mode, edge_mode, convolve_method>... Options>                              \
    requires detail::any_beside_elements<X, W>                                                                                  \
  [[nodiscard]] any_tensor name(const X& x, const W& window, const Options&... options) {                                       \
    const detail::any_data data = detail::any_elements(x);                                                                      \
    if constexpr (detail::shaped_reader<W> || std::derived_from<W, any_tensor>) {                                               \
      return detail::name##_any(data, detail::any_elements(window), nullptr, detail::convolving_by(options...));                \
    } else {                                                                                                                    \
      return name(data.values, window, detail::only_axis(#name, data.values.shape()), options...);                              \
    }                                                                                                                           \
  }                                                                                                                             \
  template <detail::any_handle X, class... Others>                                                                              \
  void name(const X& x, std::initializer_list<double> window, const Others&... others) = delete;
RAVEL_ANY_WINDOW(convolve)   // weights beside a type of run time have a type of their own: convolve(x, buffer<double>{1, 2})
RAVEL_ANY_WINDOW(correlate)  // weights beside a type of run time have a type of their own: correlate(x, buffer<double>{1, 2})
#undef RAVEL_ANY_WINDOW

}  // namespace ravel
