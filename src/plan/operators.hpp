// SPDX-License-Identifier: BSL-1.0
// The binary operators of formulas with the precedence that they have in C++. Constants.
#pragma once

#include <ravel/any/elementwise.hpp>

#include <algorithm>
#include <string_view>

namespace ravel::detail {

struct binary_operator {
  std::string_view sign;
  int precedence;
  any_pair f;
};
// A sign that begins with another one stands before it.
inline constexpr binary_operator binary_operators[] = {
    {"||", 1, any_pair::logical_or}, {"&&", 2, any_pair::logical_and},   {"==", 6, any_pair::equals},
    {"!=", 6, any_pair::differs},    {"<<", 8, any_pair::shifted_left},  {">>", 8, any_pair::shifted_right},
    {"<=", 7, any_pair::less_equal}, {">=", 7, any_pair::greater_equal}, {"|", 3, any_pair::bit_or},
    {"^", 4, any_pair::bit_xor},     {"&", 5, any_pair::bit_and},        {"<", 7, any_pair::less},
    {">", 7, any_pair::greater},     {"+", 9, any_pair::plus},           {"-", 9, any_pair::minus},
    {"*", 10, any_pair::times},      {"/", 10, any_pair::divided_by},    {"%", 10, any_pair::modulus},
};
inline constexpr int tightest = 11;
// a < b < c compares a truth value with c. Formulas do not have such chains; what is written has parentheses there.
constexpr bool compares(int precedence) { return precedence == 6 || precedence == 7; }

// The operator that begins the text, or null.
constexpr const binary_operator* operator_at(std::string_view text) {
  const auto found = std::ranges::find_if(binary_operators, [&](const binary_operator& one) { return text.starts_with(one.sign); });
  return found == std::end(binary_operators) ? nullptr : found;
}

// The loosest precedence of the operators outside of parentheses, which have a blank on both sides; `tightest` if there is none.
int loosest_operator(std::string_view written);

}  // namespace ravel::detail
