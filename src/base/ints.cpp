// SPDX-License-Identifier: BSL-1.0
// The message for an integer that no position can hold.
#include <ravel/base/error.hpp>
#include <ravel/base/ints.hpp>

namespace ravel::detail {

void throw_integer_too_large(unsigned long long value) {
  throw overflow_error(text() << value << " is beyond the limit of 2^62 for sizes and positions");
}

}  // namespace ravel::detail
