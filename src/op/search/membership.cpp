// SPDX-License-Identifier: BSL-1.0
// Tests elements for membership among some values, for the common types.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/op/search/index_of.hpp>

namespace ravel::detail {

#define RAVEL_INSTANTIATE(T) template RAVEL_API buffer<bool> membership_of(const node<T>&, const node<T>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
