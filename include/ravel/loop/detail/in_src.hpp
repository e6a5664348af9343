// SPDX-License-Identifier: BSL-1.0
// The element types for which operations are compiled once, in src/. For these an operation calls a function named …_in_src, declared in
// the header and defined in src/; for all other types it calls the template behind that function. Types only.
#pragma once

#include <ravel/element/types.hpp>

#include <string>

namespace ravel::detail {

template <class T>
concept in_src = (element<T> && std::same_as<T, canonical_t<T>>) || std::same_as<T, std::string>;

}  // namespace ravel::detail
