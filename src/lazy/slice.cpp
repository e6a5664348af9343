// SPDX-License-Identifier: BSL-1.0
// Slices of the elements of the closed set.
#include <ravel/lazy/slice.hpp>

namespace ravel::detail {

#define RAVEL_INSTANTIATE(T) template RAVEL_API source<T> slice_of(const source<T>&, const index_range&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
