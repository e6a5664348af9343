// SPDX-License-Identifier: BSL-1.0
// The messages of reductions.
#include <ravel/base/error.hpp>
#include <ravel/op/nan_policy.hpp>

namespace ravel::detail {

void throw_no_elements(const char* operation) { throw value_error(text() << operation << " of no elements has no value"); }

void throw_refused_nan(const char* operation, index_t position) {
  throw value_error(text() << operation << " was told to refuse NaN, and element " << position << " is NaN");
}

}  // namespace ravel::detail
