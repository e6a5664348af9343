// SPDX-License-Identifier: BSL-1.0
// Shared by the sources of expressions of run-time types: makes one of a node.
#pragma once

#include <ravel/any/views.hpp>
#include <ravel/named/any_named.hpp>
#include "any/typed.hpp"

namespace ravel::detail {

template <class Node, class... Args>
any_named make_any(const Args&... args) {
  return any_named(shared_any_node(make_released<false, Node>(args...)));
}

}  // namespace ravel::detail
