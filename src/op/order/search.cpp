// SPDX-License-Identifier: BSL-1.0
// Searches many values, for the common types.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/op/order/sorted.hpp>

namespace ravel::detail {

#define RAVEL_INSTANTIATE(T) template RAVEL_API buffer<index_t> places_in(const node<T>&, const node<T>&, search_side, sorted_before&);
RAVEL_FOR_EACH_SORTED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
