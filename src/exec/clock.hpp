// SPDX-License-Identifier: BSL-1.0
// How time passes, for those who wait or are to be told at times.
#pragma once

#include <chrono>

namespace ravel::detail {

inline double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace ravel::detail
