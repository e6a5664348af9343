// SPDX-License-Identifier: BSL-1.0
// A monotonic clock in seconds, for progress reports and for measuring tasks.
#pragma once

#include <chrono>

namespace ravel::detail {

inline double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace ravel::detail
