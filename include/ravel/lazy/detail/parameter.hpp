// SPDX-License-Identifier: BSL-1.0
// Inspects the parameter type of a function of positions, if it can be seen. If the type cannot hold all positions, the reader is refused
// when it is built, not when it is read. Types only.
#pragma once

#include <ravel/base/index.hpp>
#include <ravel/element/detail/signature.hpp>
#include <ravel/element/dtype.hpp>

#include <limits>
#include <tuple>
#include <type_traits>

namespace ravel::detail {

[[noreturn]] RAVEL_API void throw_position_misfit(index_t position, index_t most, dtype type);

// Throws if Parameter cannot hold all positions below n.
template <class Parameter>
void check_positions_fit(index_t n) {
  if constexpr (element<Parameter> && std::is_arithmetic_v<Parameter>) {
    constexpr int digits = std::numeric_limits<Parameter>::digits;
    if constexpr (digits < 62) {
      constexpr index_t beyond = index_t{1} << digits;  // a real type holds all integers up to this one, an integer all before it
      constexpr index_t most = std::is_integral_v<Parameter> ? beyond - 1 : beyond;
      if (n - 1 > most) throw_position_misfit(n - 1, most, dtype_of<Parameter>());
    }
  }
}

// As above, for parameter K of a function that is called with positions below n.
template <class Function, std::size_t K>
void check_parameter(index_t n) {
  using parameters = typename signature<Function>::parameters;
  if constexpr (!std::is_void_v<parameters>) check_positions_fit<std::tuple_element_t<K, parameters>>(n);
}

// Converts a position to parameter K. Precondition: it fits.
template <class Function, std::size_t K>
[[gnu::always_inline]] constexpr auto as_parameter(index_t position) {
  using parameters = typename signature<Function>::parameters;
  if constexpr (!std::is_void_v<parameters>) {
    using parameter = std::tuple_element_t<K, parameters>;
    if constexpr (std::is_arithmetic_v<parameter>)
      return static_cast<parameter>(position);
    else
      return position;
  } else {
    return position;
  }
}

}  // namespace ravel::detail
