// SPDX-License-Identifier: BSL-1.0
// Which weights are valid, and the errors of others: of weights in one buffer, and of those that lie over ranks.
#pragma once

#include <ravel/base/index.hpp>

#include <limits>

namespace ravel::detail {

inline bool is_valid_weight(double weight) { return weight >= 0 && weight <= std::numeric_limits<double>::max(); }
[[noreturn]] RAVEL_API void throw_invalid_weight(index_t place, double weight);
// Throws if the sum of so many weights is infinite, or that of some is 0.
RAVEL_API void check_total_of_weights(double total, index_t count);

}  // namespace ravel::detail
