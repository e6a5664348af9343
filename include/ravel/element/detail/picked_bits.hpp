// SPDX-License-Identifier: BSL-1.0
// A choice without a branch, which a processor would guess wrong where it follows no pattern and compilers do not vectorise. Stateless.
#pragma once

namespace ravel::detail {

// a or b, unsigned.
template <class Bits>
[[gnu::always_inline]] constexpr Bits picked_bits(bool first, Bits a, Bits b) {
  const auto taken = static_cast<Bits>(Bits{0} - static_cast<Bits>(first));
  return static_cast<Bits>((a & taken) | (b & static_cast<Bits>(~taken)));
}

}  // namespace ravel::detail
