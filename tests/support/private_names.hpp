// SPDX-License-Identifier: BSL-1.0
// find_nothing_private(x, …) compiles where a call without a namespace finds no private function by what it is given. For declarations
// only.
#pragma once

namespace ravel::detail {

template <class X>
void private_probe(const X&);

}  // namespace ravel::detail

namespace support {

template <class X>
concept finds_private = requires(const X& x) { private_probe(x); };

template <class... X>
void find_nothing_private(const X&...) {
  static_assert(!(finds_private<X> || ...));
}

}  // namespace support
