// SPDX-License-Identifier: BSL-1.0
// Conversion between degrees and radians, and the neighbours of a real number in its type, as stateless objects for fused loops. Integers
// become double first. Loops over them vectorise.
#pragma once

#include <ravel/element/detail/functions.hpp>

#include <numbers>

namespace ravel::detail {

template <real_number A>
using as_real_t = std::conditional_t<integer_element<A>, double, A>;

struct to_degrees {
  using is_pure = void;
  template <real_number A>
  constexpr auto operator()(const A& a) const {
    using P = as_real_t<A>;
    return static_cast<P>(a) * static_cast<P>(180 / std::numbers::pi);
  }
};

struct to_radians {
  using is_pure = void;
  template <real_number A>
  constexpr auto operator()(const A& a) const {
    using P = as_real_t<A>;
    return static_cast<P>(a) * static_cast<P>(std::numbers::pi / 180);
  }
};

// The least number above x; infinity and NaN stay as they are. The bits of numbers of one sign ascend with their magnitude.
template <real_element P>
constexpr P number_above(P x) {
  using bits = typename sized_integer<sizeof(P), false>::type;
  const P moved = std::bit_cast<P>(static_cast<bits>(std::bit_cast<bits>(x) + (x > 0 ? bits{1} : ~bits{0})));
  const P next = x == 0 ? std::numeric_limits<P>::denorm_min() : moved;
  return x <= std::numeric_limits<P>::max() ? next : x;
}

struct next_above {
  using is_pure = void;
  template <real_number A>
  constexpr auto operator()(const A& a) const {
    return number_above(static_cast<as_real_t<A>>(a));
  }
};

struct next_below {
  using is_pure = void;
  template <real_number A>
  constexpr auto operator()(const A& a) const {
    return -number_above(-static_cast<as_real_t<A>>(a));
  }
};

// The distance from x to the next number away from zero. For the largest number, the distance to the one before; for infinity, infinity.
struct unit_in_last_place {
  using is_pure = void;
  template <real_number A>
  constexpr auto operator()(const A& a) const {
    using P = as_real_t<A>;
    constexpr P largest = std::numeric_limits<P>::max();
    constexpr P last = largest + number_above(-largest);
    const P value = static_cast<P>(a), size = value < 0 ? -value : value;
    const P apart = number_above(size) - size;
    return size < largest ? apart : size == largest ? last : size;
  }
};

}  // namespace ravel::detail
