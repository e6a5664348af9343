// SPDX-License-Identifier: BSL-1.0
// Concepts for the contiguous sized ranges of the standard library, each stored as one bool. Compilers take the concepts of a function
// apart at each comparison with another function, and these have many parts. Compile-time only.
#pragma once

#include <ranges>

namespace ravel::detail {

template <class C>
inline constexpr bool contiguous_and_sized = std::ranges::contiguous_range<C> && std::ranges::sized_range<C>;
template <class C>
concept contiguous = contiguous_and_sized<C>;

}  // namespace ravel::detail
