// SPDX-License-Identifier: BSL-1.0
// Views elements as the type of the closed set that they are: long long and char as the integer of their width. Copies nothing; safe for
// any thread.
#pragma once

#include <ravel/element/promote.hpp>
#include <ravel/lazy/map.hpp>

namespace ravel::detail {

template <class X>
decltype(auto) as_canonical(const X& x) {
  using C = canonical_t<read_t<X>>;
  if constexpr (std::same_as<read_t<X>, C>) {
    return (x);
  } else {
    return map(widened<C>{}, x);
  }
}

// Calls operation(node).
template <class R, class Operation>
auto on_canonical(const R& r, Operation operation) {
  using T = read_t<R>;
  if constexpr (std::same_as<T, canonical_t<T>>) {
    auto&& source = node_for_call(r);
    const node<T>& node = source;
    return operation(node);
  } else {
    return on_canonical(map(widened<canonical_t<T>>{}, borrowed_handle(r)), operation);
  }
}

}  // namespace ravel::detail
