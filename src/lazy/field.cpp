// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/error.hpp>
#include <ravel/lazy/field.hpp>

namespace ravel::detail {

void throw_no_member() { throw value_error("field: the pointer to the member is null"); }

}  // namespace ravel::detail
