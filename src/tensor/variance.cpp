// SPDX-License-Identifier: BSL-1.0
// The error of a variance of too few elements.
#include <ravel/base/error.hpp>
#include <ravel/tensor/variance.hpp>

namespace ravel::detail {

void throw_too_few(index_t elements, index_t ddof) {
  throw value_error(text() << "the variance of " << elements << " elements with ddof " << ddof << " has no value");
}

}  // namespace ravel::detail
