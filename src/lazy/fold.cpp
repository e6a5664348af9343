// SPDX-License-Identifier: BSL-1.0
// The error message for a fold without operands.
#include <ravel/base/error.hpp>
#include <ravel/lazy/fold.hpp>

namespace ravel::detail {

void throw_fold_of_nothing() { throw value_error("fold of no readers: nothing says how many elements it has"); }

}  // namespace ravel::detail
