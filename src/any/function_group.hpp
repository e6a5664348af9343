// SPDX-License-Identifier: BSL-1.0
// The kinds of elementwise functions, from the lists of function_table.hpp: they decide which types have a function, and which source
// computes it. Constants.
#pragma once

#include <ravel/any/elementwise.hpp>

namespace ravel::detail {

enum class function_group : unsigned char {
  arithmetic,
  bits,
  shift,
  choice,
  logical,
  comparison,
  rounding,
  nan,
  part,
  unit,
  transcendental
};

// The others are signs, and functions of the size of an element.
constexpr function_group group_of(any_single f) {
#define RAVEL_OR_IT_IS(name, ...) || f == any_single::name
  if (false RAVEL_FOR_EACH_ROUNDING_FUNCTION(RAVEL_OR_IT_IS)) return function_group::rounding;
  if (false RAVEL_FOR_EACH_NAN_FUNCTION(RAVEL_OR_IT_IS)) return function_group::nan;
  if (f == any_single::arg RAVEL_FOR_EACH_COMPLEX_FUNCTION(RAVEL_OR_IT_IS)) return function_group::part;
  if (false RAVEL_FOR_EACH_UNIT_FUNCTION(RAVEL_OR_IT_IS)) return function_group::unit;
  if (false RAVEL_FOR_EACH_UNARY_FUNCTION(RAVEL_OR_IT_IS)) return function_group::transcendental;
#undef RAVEL_OR_IT_IS
  return function_group::arithmetic;
}

// The others are arithmetic, with a check of overflow or without.
constexpr function_group group_of(any_pair f) {
#define RAVEL_OR_IT_IS(sign, name) || f == any_pair::name
  if (f == any_pair::bit_and || f == any_pair::bit_or || f == any_pair::bit_xor) return function_group::bits;
  if (false RAVEL_FOR_EACH_SHIFT_OPERATOR(RAVEL_OR_IT_IS)) return function_group::shift;
  if (false RAVEL_FOR_EACH_LOGICAL_OPERATOR(RAVEL_OR_IT_IS)) return function_group::logical;
  if (false RAVEL_FOR_EACH_COMPARISON(RAVEL_OR_IT_IS)) return function_group::comparison;
#undef RAVEL_OR_IT_IS
  if (f == any_pair::minimum || f == any_pair::maximum) return function_group::choice;
#define RAVEL_OR_IT_IS(name) || f == any_pair::name
  if (false RAVEL_FOR_EACH_BINARY_FUNCTION(RAVEL_OR_IT_IS)) return function_group::transcendental;
#undef RAVEL_OR_IT_IS
  return function_group::arithmetic;
}

}  // namespace ravel::detail
