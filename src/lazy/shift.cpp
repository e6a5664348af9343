// SPDX-License-Identifier: BSL-1.0
// shift for the closed set of element types.
#include <ravel/lazy/shift.hpp>

namespace ravel::detail {

#define RAVEL_INSTANTIATE(T) template RAVEL_API reader<T> shift_of(const source<T>&, index_t);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
