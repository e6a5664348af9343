// SPDX-License-Identifier: BSL-1.0
// counted(n, "place"): "1 place", "2 places", for messages. Plain functions.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace ravel::detail {

template <std::integral N>
std::string counted(N n, std::string_view one, std::string_view many) {
  return std::to_string(n).append(" ").append(n == 1 ? one : many);
}
template <std::integral N>
std::string counted(N n, std::string_view one) {
  return counted(n, one, std::string(one) + "s");
}

}  // namespace ravel::detail
