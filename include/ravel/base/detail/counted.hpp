// SPDX-License-Identifier: BSL-1.0
// counted(n, "place"): "1 place", "2 places", for messages. A plain function.
#pragma once

#include <ravel/base/index.hpp>

#include <string>
#include <string_view>

namespace ravel::detail {

inline std::string counted(index_t n, std::string_view one, std::string_view many) {
  return std::to_string(n).append(" ").append(n == 1 ? one : many);
}
inline std::string counted(index_t n, std::string_view one) { return counted(n, one, std::string(one) + "s"); }

}  // namespace ravel::detail
