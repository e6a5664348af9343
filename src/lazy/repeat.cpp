// SPDX-License-Identifier: BSL-1.0
// repeat for the closed set of element types.
#include <ravel/lazy/repeat.hpp>

namespace ravel::detail {

#define RAVEL_INSTANTIATE(T) template RAVEL_API reader<T> repeat_of(const source<T>&, index_t);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
