// SPDX-License-Identifier: BSL-1.0
// The functions of a tile machine that run-time types have. Constants.
#pragma once

#include <ravel/any/elementwise.hpp>
#include <ravel/lazy/detail/program_node.hpp>

namespace ravel::detail {

constexpr tile_function tile_function_of(any_single f) {
  switch (f) {
#define RAVEL_CASE(name, object) \
  case any_single::name:         \
    return tile_of<object>();
    RAVEL_FOR_EACH_SIZE_FUNCTION(RAVEL_CASE)
    RAVEL_FOR_EACH_ROUNDING_FUNCTION(RAVEL_CASE)
    RAVEL_FOR_EACH_NAN_FUNCTION(RAVEL_CASE)
#undef RAVEL_CASE
#define RAVEL_CASE(sign, object) \
  case any_single::object:       \
    return tile_of<object>();
    RAVEL_FOR_EACH_SIGN_OPERATOR(RAVEL_CASE)
#undef RAVEL_CASE
    case any_single::sqrt:  // which is a loop and no object
      return tile_function::square_root;
    default:
      return tile_function::none;
  }
}

// > and >= are < and <= with the operands in the other order.
constexpr bool swaps_in_tiles_of(any_pair f) { return f == any_pair::greater || f == any_pair::greater_equal; }
constexpr tile_function tile_function_of(any_pair f) {
  switch (f) {
#define RAVEL_CASE(sign, object) \
  case any_pair::object:         \
    return tile_of<object>();
    RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(RAVEL_CASE)
    RAVEL_FOR_EACH_COMPARISON(RAVEL_CASE)
    RAVEL_FOR_EACH_LOGICAL_OPERATOR(RAVEL_CASE)
#undef RAVEL_CASE
#define RAVEL_CASE(name, object) \
  case any_pair::name:           \
    return tile_of<object>();
    RAVEL_FOR_EACH_PAIR_FUNCTION(RAVEL_CASE)
#undef RAVEL_CASE
    default:
      return tile_function::none;
  }
}

}  // namespace ravel::detail
