// SPDX-License-Identifier: BSL-1.0
// The error message for a function whose parameter cannot hold all positions.
#include <ravel/base/error.hpp>
#include <ravel/lazy/detail/parameter.hpp>

namespace ravel::detail {

void throw_position_misfit(index_t position, index_t most, dtype type) {
  throw type_error(text() << "the function takes positions as " << name(type) << ", which holds them up to " << most
                          << " only, and would be called with " << position << ": let it take an index_t");
}

}  // namespace ravel::detail
