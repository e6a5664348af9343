// SPDX-License-Identifier: BSL-1.0
// Sums over dims, compiled for every element type.
#include <ravel/named/reduce.hpp>

namespace ravel::detail {

#define RAVEL_INSTANTIATE(T) template RAVEL_API named<sum_t<T>> sum_along(const named<T>& e, const dims_plan& plan);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
