// SPDX-License-Identifier: BSL-1.0
// slice for the closed set of element types.
#include <ravel/lazy/slice.hpp>

namespace ravel::detail {

#define RAVEL_INSTANTIATE(T) template RAVEL_API source<T> slice_of(const source<T>&, const index_range&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
