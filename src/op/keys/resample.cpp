// SPDX-License-Identifier: BSL-1.0
// Checks of the range of keys.
#include <ravel/base/error.hpp>
#include <ravel/op/keys/resample.hpp>

namespace ravel::detail {

void throw_no_end(const std::string& from, const std::string& to) {
  throw value_error("resample: steps from " + (from.empty() ? "a key" : from) + " to " + (to.empty() ? "one" : to) +
                    " begin or end nowhere");
}

}  // namespace ravel::detail
