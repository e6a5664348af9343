// SPDX-License-Identifier: BSL-1.0
// Which element types have what is compiled once, in src/. For these an operation calls a function named …_in_src, which is declared in the
// header and defined there; for all others, the template it is made from.
#pragma once

#include <ravel/element/types.hpp>

#include <string>

namespace ravel::detail {

template <class T>
concept in_src = (element<T> && std::same_as<T, canonical_t<T>>) || std::same_as<T, std::string>;

}  // namespace ravel::detail
