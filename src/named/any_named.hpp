// SPDX-License-Identifier: BSL-1.0
// Shared by the sources of expressions of run-time types: the steps of the typed templates in named/, on any_tensor. Owns nothing.
#pragma once

#include <ravel/named/any_named.hpp>
#include "any/typed.hpp"

namespace ravel::detail {

any_tensor aligned_any(const any_labelled& x, const lowering& to);
any_tensor stretched_any(const any_tensor& x, const shape& to);
// The values of an inner expression over those loops that it has, where they are taken.
any_labelled lowered_inside_any(const any_named& e, const lowering& to, const loops& hidden = {});

template <class Node, class... Args>
any_named make_any(const Args&... args) {
  return any_named(shared_any_node(make_released<false, Node>(args...)));
}

}  // namespace ravel::detail
