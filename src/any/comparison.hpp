// SPDX-License-Identifier: BSL-1.0
// A comparison that is not computed yet, so that a choice by it fuses to one loop. Owns its operands.
#pragma once

#include <ravel/any/elementwise.hpp>
#include "any/loop_node.hpp"

// The types of choices: the numbers that arithmetic computes in, without complex ones, which have no order.
#define RAVEL_FOR_EACH_CHOSEN(X) X(std::int32_t) X(std::int64_t) X(std::uint32_t) X(std::uint64_t) X(float) X(double)

namespace ravel::detail {

// The loop that computes a mask, if one does.
inline const loop_node<bool>* loop_behind(const tensor<const bool>& mask) {
  const shaped_base* const base = tensor_node_of(mask).base()->as_shaped();
  return base && typeid(*base) == typeid(loop_node<bool>) ? static_cast<const loop_node<bool>*>(base) : nullptr;
}

struct comparison_of {
  any_pair how;
  loop_operand x, y;
};

// The comparison behind a mask, if it compares elements of T and the mask is no view of it. For the types of choices.
template <class T>
std::optional<comparison_of> comparison_behind(const tensor<const bool>& mask);

}  // namespace ravel::detail
