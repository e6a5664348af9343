// SPDX-License-Identifier: BSL-1.0
// A comparison that nobody has computed yet, so that a choice by it can be one loop with it. Owns what it compares.
#pragma once

#include <ravel/any/detail/loop_node.hpp>
#include <ravel/any/elementwise.hpp>

namespace ravel::detail {

template <class T>
struct comparison_of {
  any_pair how;
  loop_operand<T> x, y;
};

// What the mask compares, if that are elements of T and it is no view of it; for the types that choices are of.
template <class T>
std::optional<comparison_of<T>> comparison_behind(const tensor<const bool>& mask);

}  // namespace ravel::detail
