// SPDX-License-Identifier: BSL-1.0
// What a function of positions takes, where that can be seen: positions that would be cut on their way into it are refused when the reader
// is built, not when it is read. Types only.
#pragma once

#include <ravel/base/index.hpp>
#include <ravel/element/detail/signature.hpp>
#include <ravel/element/dtype.hpp>

#include <limits>
#include <tuple>
#include <type_traits>

namespace ravel::detail {

[[noreturn]] RAVEL_API void throw_position_misfit(index_t position, index_t most, dtype type);

// May Parameter be asked for all positions below n?
template <class Parameter>
void check_positions_fit(index_t n) {
  if constexpr (element<Parameter> && std::is_arithmetic_v<Parameter>) {
    constexpr int digits = std::numeric_limits<Parameter>::digits;
    if constexpr (digits < 62) {
      constexpr index_t beyond = index_t{1} << digits;  // reals give all integers up to this one, integers all before it
      constexpr index_t most = std::is_integral_v<Parameter> ? beyond - 1 : beyond;
      if (n - 1 > most) throw_position_misfit(n - 1, most, dtype_of<Parameter>());
    }
  }
}

// Parameter k of a function that is called with positions below n.
template <class Function, std::size_t K>
void check_parameter(index_t n) {
  using parameters = typename signature<Function>::parameters;
  if constexpr (!std::is_void_v<parameters>) check_positions_fit<std::tuple_element_t<K, parameters>>(n);
}

// A position as parameter K, which it fits.
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
