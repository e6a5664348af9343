// SPDX-License-Identifier: BSL-1.0
// Readers and tensors in which one node stands in a trillion places, and elements that count how often they are asked for: who
// computes such a tree place by place, and not node by node, is stopped.
#pragma once

#include <ravel/lazy/map.hpp>

#include <memory>
#include <stdexcept>

namespace support {

// x again, through many nodes: join(x, x) is x.
template <class X, class Join>
X tree_of(const X& x, Join join) {
  X a = x, b = x;
  for (int i = 0; i < 60; ++i) {
    const X c = join(a, b);
    a = b;
    b = c;
  }
  return b;
}
// With the first of two for all elements.
template <class X>
X tree_of(const X& x) {
  using T = ravel::detail::read_t<X>;
  return tree_of(x, [](const X& a, const X& b) { return X(map([](const T& first, const T&) { return first; }, a, b)); });
}

using call_count = std::shared_ptr<ravel::index_t>;
inline call_count no_calls() { return std::make_shared<ravel::index_t>(0); }

// The elements themselves, with each of which `calls` counts. More than `most` of them are an error.
template <class R>
ravel::reader<ravel::detail::read_t<R>> counted(const R& elements, const call_count& calls, ravel::index_t most) {
  using T = ravel::detail::read_t<R>;
  return map(
      [calls, most](const T& value) {
        if (++*calls > most) throw std::runtime_error("each place of the tree is computed");
        return value;
      },
      elements);
}
template <class R>
auto watched(const R& elements, ravel::index_t most) {
  return counted(elements, no_calls(), most);
}

}  // namespace support
