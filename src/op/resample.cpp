// SPDX-License-Identifier: BSL-1.0
// What is no range of keys.
#include <ravel/base/error.hpp>
#include <ravel/op/resample.hpp>

namespace ravel::detail {

void throw_backward(const std::string& from, const std::string& to) {
  throw value_error("resample: it goes up, from " + (from.empty() ? "a key" : from) + " to " + (to.empty() ? "one before it" : to));
}

}  // namespace ravel::detail
