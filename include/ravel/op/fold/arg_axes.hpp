// SPDX-License-Identifier: BSL-1.0
// argmin and argmax of tensors: where the least or greatest element stands, as a row-major position, or along an axis. The first of several
// equal ones; NaN is the least and the greatest wherever it is, as in min and max.
#pragma once

#include <ravel/op/fold/arg_extreme.hpp>
#include <ravel/op/fold/reduce_axes.hpp>

namespace ravel {

namespace detail {

// Its elements as those of the closed set that they are.
template <class X>
decltype(auto) as_canonical(const X& x) {
  using C = canonical_t<read_t<X>>;
  if constexpr (std::same_as<read_t<X>, C>) {
    return (x);
  } else {
    return map(widened<C>{}, x);
  }
}

// Defined in src/ for the closed set.
template <class Before, class T>
index_t place_of(const tensor<const T>& x);
template <class Before, class T>
tensor<index_t> places_along(const tensor<const T>& x, const axis_list& worked);

}  // namespace detail

template <detail::ordered_reader X>
  requires detail::ordered_tensor<X>
[[nodiscard]] index_t argmin(const X& t) {
  return detail::place_of<detail::least, canonical_t<detail::read_t<X>>>(detail::as_canonical(t));
}
template <detail::ordered_reader X>
  requires detail::ordered_tensor<X>
[[nodiscard]] index_t argmax(const X& t) {
  return detail::place_of<detail::greatest, canonical_t<detail::read_t<X>>>(detail::as_canonical(t));
}

namespace detail {

// The places in their lines; with a policy or an order of the user's those that verb(line, …) gives.
template <class Before, class X, class Verb, class... Options>
auto arg_along(const char* operation, const X& x, const ints& axes, Verb verb, const Options&... options) {
  const index_t axis = one_axis(operation, axes, x.rank());
  if constexpr (!element<read_t<X>> || (order_of<Options, X> || ...) || is_given<nan_policy, Options...>) {
    return reduced_by(x, axis, verb, options...);
  } else if constexpr (is_given<keep_t, Options...>) {
    return keeping_axes(places_along<Before, canonical_t<read_t<X>>>(as_canonical(x), {axis}), {axis});
  } else {
    return places_along<Before, canonical_t<read_t<X>>>(as_canonical(x), {axis});
  }
}

template <class Option, class X>
concept arg_option = among<Option, keep_t, nan_policy> || order_of<Option, X>;
template <class X, class... Options>
concept has_extremes = ordered_reader<X> || (order_of<Options, X> || ...);

}  // namespace detail

#define RAVEL_ARG(name, Before)                                                                     \
  template <detail::shaped_reader X, detail::arg_option<X>... Options>                              \
    requires detail::has_extremes<X, Options...>                                                    \
  tensor<index_t> name(const X& t, const ints& axis, Options... options) {                          \
    const auto of_line = [](const auto& line, auto... rest) { return ravel::name(line, rest...); }; \
    return detail::arg_along<detail::Before>(#name, t, axis, of_line, options...);                  \
  }
RAVEL_ARG(argmin, least)
RAVEL_ARG(argmax, greatest)
#undef RAVEL_ARG

#define RAVEL_ARG_LAST(name)                                                                        \
  template <detail::shaped_reader X, detail::arg_option<X>... Options>                              \
    requires detail::has_extremes<X, Options...>                                                    \
  tensor<index_t> name(const X& t, const ints& axis, Options... options) {                          \
    const auto of_line = [](const auto& line, auto... rest) { return ravel::name(line, rest...); }; \
    return detail::reduced_by(t, detail::one_axis(#name, axis, t.rank()), of_line, options...);     \
  }
RAVEL_ARG_LAST(argmin_last)
RAVEL_ARG_LAST(argmax_last)
#undef RAVEL_ARG_LAST

template <detail::shaped_reader X, class... Others>
void argmin(const X& t, const ints& axis, Others... others) = delete;  // the elements have no order of their own: argmin(x, axis, less)
template <detail::shaped_reader X, class... Others>
void argmax(const X& t, const ints& axis, Others... others) = delete;  // the elements have no order of their own: argmax(x, axis, less)

}  // namespace ravel
