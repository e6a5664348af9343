// SPDX-License-Identifier: BSL-1.0
// Error messages of arg_join_asof.
#include <ravel/base/error.hpp>
#include <ravel/op/keys/arg_join_asof.hpp>

namespace ravel::detail {

void throw_negative_tolerance(const std::string& given) {
  throw value_error("arg_join_asof with tolerance{" + given + "}: it must be a number that is not negative");
}

void throw_no_distance() { throw type_error("arg_join_asof with asof_direction::nearest: the keys cannot be subtracted"); }

}  // namespace ravel::detail
