// SPDX-License-Identifier: BSL-1.0
// Which element types may become which without being asked: where every value stays, or where arithmetic would do the same. Compile-time
// only.
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

// Integers widen to any that hold all their values; what meets in To, widens to To; everything else only to itself.
template <class From, class To>
concept widens_to = std::same_as<From, To> || (whole_element<From> && integer_element<To> && holds_integers_of<From, To>()) ||
                    (promotable<From, To> && std::same_as<promote_t<From, To>, To>);
template <class From, class To>
concept narrows_to = !widens_to<From, To>;

// What a function gives may be kept as a To: by widening among elements, by whatever C++ converts elsewhere.
template <class From, class To>
concept kept_as = std::convertible_to<From, To> && (!element<From> || !element<To> || widens_to<From, To>);

}  // namespace ravel::detail
