// SPDX-License-Identifier: BSL-1.0
// A comparison that nobody has computed yet, so that a choice by it can be one loop with it. Owns what it compares.
#pragma once

#include <ravel/any/elementwise.hpp>
#include "any/loop_node.hpp"

// The types that choices are of: the numbers that arithmetic computes in, without complex ones, which have no order.
#define RAVEL_FOR_EACH_CHOSEN(X) X(std::int32_t) X(std::int64_t) X(std::uint32_t) X(std::uint64_t) X(float) X(double)

namespace ravel::detail {

struct comparison_of {
  any_pair how;
  loop_operand x, y;
};

// What the mask compares, if that are elements of T and it is no view of it; for the types that choices are of.
template <class T>
std::optional<comparison_of> comparison_behind(const tensor<const bool>& mask);

}  // namespace ravel::detail
