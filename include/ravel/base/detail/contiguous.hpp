// SPDX-License-Identifier: BSL-1.0
// Elements side by side whose number is known, as the standard library has them. A compiler takes the concepts of a function apart each
// time it looks at another function, and these have many parts: that they are met is one value to ask for. Compile-time only.
#pragma once

#include <ranges>

namespace ravel::detail {

template <class C>
inline constexpr bool contiguous_and_sized = std::ranges::contiguous_range<C> && std::ranges::sized_range<C>;
template <class C>
concept contiguous = contiguous_and_sized<C>;

}  // namespace ravel::detail
