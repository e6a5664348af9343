// SPDX-License-Identifier: BSL-1.0
// Implicit conversions of element types: allowed if all values are kept, or if arithmetic would convert alike. Compile-time only.
#pragma once

#include <ravel/element/promote.hpp>

#include <limits>

namespace ravel::detail {

template <class T>
concept whole_element = integer_element<T> || boolean_element<T>;

template <class From, class To>
constexpr bool holds_integers_of() {
  using from = std::numeric_limits<From>;
  using to = std::numeric_limits<To>;
  return from::digits <= to::digits && (to::is_signed || !from::is_signed);
}

// An integer widens to any integer type that holds all its values, and to a type that arithmetic promotes it to. Other types widen only to
// themselves.
template <class From, class To>
concept widens_to = std::same_as<From, To> || (whole_element<From> && integer_element<To> && holds_integers_of<From, To>()) ||
                    (promotable<From, To> && std::same_as<promote_t<From, To>, To>);
template <class From, class To>
concept narrows_to = !widens_to<From, To>;

// A function's result may be stored as a To: elements by widening, other types by any C++ conversion.
template <class From, class To>
concept kept_as = std::convertible_to<From, To> && (!element<From> || !element<To> || widens_to<From, To>);

}  // namespace ravel::detail
