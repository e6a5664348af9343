// SPDX-License-Identifier: BSL-1.0
// The functions of elements that a tile machine knows, and the function objects that compute the same. Constants.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/detail/compare.hpp>
#include <ravel/element/detail/functions.hpp>
#include <ravel/element/detail/rounding.hpp>

#include <concepts>
#include <cstdint>

namespace ravel::detail {

// A truth value has all bits of an element set, or none. What gives truth values takes elements, except for bits_…, which take either;
// `chosen` gives b where a is true, and else c; `packed` writes truth values as bools.
enum class tile_function : unsigned char {
  none,
  plus,
  minus,
  times,
  divided_by,
  smaller,
  larger,
  equals,
  differs,
  less,
  less_equal,
  bits_and,
  bits_or,
  bits_xor,
  negated,
  absolute,
  squared,
  bits_not,
  square_root,
  whole_below,
  whole_above,
  whole_towards_zero,
  whole_nearest,
  packed,
  chosen,
};

// Elements of these types are computed in tiles.
template <class T>
inline constexpr bool fills_tiles =
    std::same_as<T, double> || std::same_as<T, float> || std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>;

// The same function, for elements of one type.
template <class Function>
consteval tile_function tile_of() {
#define RAVEL_TILE(object, function) \
  if constexpr (std::same_as<Function, object>) return tile_function::function;
  RAVEL_TILE(plus, plus)
  RAVEL_TILE(minus, minus)
  RAVEL_TILE(times, times)
  RAVEL_TILE(divided_by, divided_by)
  RAVEL_TILE(smaller, smaller)
  RAVEL_TILE(larger, larger)
  RAVEL_TILE(clipped, smaller)  // than the third operand, of the larger of the first two
  RAVEL_TILE(equals, equals)
  RAVEL_TILE(differs, differs)
  RAVEL_TILE(less, less)
  RAVEL_TILE(less_equal, less_equal)
  RAVEL_TILE(greater, less)  // with the operands swapped
  RAVEL_TILE(greater_equal, less_equal)
  RAVEL_TILE(bit_and, bits_and)
  RAVEL_TILE(bit_or, bits_or)
  RAVEL_TILE(bit_xor, bits_xor)
  RAVEL_TILE(bit_not, bits_not)
  RAVEL_TILE(logical_and, bits_and)
  RAVEL_TILE(logical_or, bits_or)
  RAVEL_TILE(logical_not, bits_not)
  RAVEL_TILE(is_nan, differs)  // from itself
  RAVEL_TILE(negated, negated)
  RAVEL_TILE(absolute, absolute)
  RAVEL_TILE(squared, squared)
  RAVEL_TILE(rounded_down, whole_below)
  RAVEL_TILE(rounded_up, whole_above)
  RAVEL_TILE(rounded_to_zero, whole_towards_zero)
  RAVEL_TILE(rounded_half_to_even, whole_nearest)
  RAVEL_TILE(chosen, chosen)
#undef RAVEL_TILE
  return tile_function::none;
}
template <class Function>
inline constexpr bool swaps_in_tiles = std::same_as<Function, greater> || std::same_as<Function, greater_equal>;

}  // namespace ravel::detail
