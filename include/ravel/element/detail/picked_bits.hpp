// SPDX-License-Identifier: BSL-1.0
// Chooses between two integers without a branch. A processor mispredicts branches without a pattern, and compilers do not vectorise them.
// Stateless.
#pragma once

namespace ravel::detail {

// Gives a or b; both are unsigned.
template <class Bits>
[[gnu::always_inline]] constexpr Bits picked_bits(bool first, Bits a, Bits b) {
  const auto taken = static_cast<Bits>(Bits{0} - static_cast<Bits>(first));
  return static_cast<Bits>((a & taken) | (b & static_cast<Bits>(~taken)));
}

}  // namespace ravel::detail
