// SPDX-License-Identifier: BSL-1.0
// The functions of the tile machine, by the function objects that compute the same, and by the functions of run-time types that use these
// objects. Constants.
#pragma once

#include <ravel/any/elementwise.hpp>
#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/detail/functions.hpp>
#include <ravel/element/detail/rounding.hpp>
#include "any/tiles.hpp"

namespace ravel::detail {

template <class Function>
inline constexpr tile_function tile_of = tile_function::none;
#define RAVEL_TILE(object, function) \
  template <>                        \
  inline constexpr tile_function tile_of<object> = tile_function::function;
RAVEL_TILE(plus, plus)
RAVEL_TILE(minus, minus)
RAVEL_TILE(times, times)
RAVEL_TILE(divided_by, divided_by)
RAVEL_TILE(smaller, smaller)
RAVEL_TILE(larger, larger)
RAVEL_TILE(equals, equals)
RAVEL_TILE(differs, differs)
RAVEL_TILE(less, less)
RAVEL_TILE(less_equal, less_equal)
RAVEL_TILE(bit_and, bits_and)
RAVEL_TILE(bit_or, bits_or)
RAVEL_TILE(bit_xor, bits_xor)
RAVEL_TILE(bit_not, bits_not)
RAVEL_TILE(logical_not, bits_not)
RAVEL_TILE(is_nan, differs)  // from itself
RAVEL_TILE(negated, negated)
RAVEL_TILE(absolute, absolute)
RAVEL_TILE(squared, squared)
RAVEL_TILE(rounded_down, whole_below)
RAVEL_TILE(rounded_up, whole_above)
RAVEL_TILE(rounded_to_zero, whole_towards_zero)
RAVEL_TILE(rounded_half_to_even, whole_nearest)
#undef RAVEL_TILE

constexpr tile_function tile_function_of(any_single f) {
  switch (f) {
#define RAVEL_CASE(name, object) \
  case any_single::name:         \
    return tile_of<object>;
    RAVEL_FOR_EACH_SIZE_FUNCTION(RAVEL_CASE)
    RAVEL_FOR_EACH_ROUNDING_FUNCTION(RAVEL_CASE)
    RAVEL_FOR_EACH_NAN_FUNCTION(RAVEL_CASE)
#undef RAVEL_CASE
#define RAVEL_CASE(sign, object) \
  case any_single::object:       \
    return tile_of<object>;
    RAVEL_FOR_EACH_SIGN_OPERATOR(RAVEL_CASE)
#undef RAVEL_CASE
    case any_single::sqrt:  // which is a loop and no object
      return tile_function::square_root;
    default:
      return tile_function::none;
  }
}

// None for > and >=: the machine has them with the operands in the other order.
constexpr tile_function tile_function_of(any_pair f) {
  switch (f) {
#define RAVEL_CASE(sign, object) \
  case any_pair::object:         \
    return tile_of<object>;
    RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(RAVEL_CASE)
    RAVEL_FOR_EACH_COMPARISON(RAVEL_CASE)
#undef RAVEL_CASE
#define RAVEL_CASE(name, object) \
  case any_pair::name:           \
    return tile_of<object>;
    RAVEL_FOR_EACH_PAIR_FUNCTION(RAVEL_CASE)
#undef RAVEL_CASE
    default:
      return tile_function::none;
  }
}

}  // namespace ravel::detail
