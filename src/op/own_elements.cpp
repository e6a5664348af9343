// SPDX-License-Identifier: BSL-1.0
// Elements in their own memory, for the common types.
#include <ravel/op/detail/own_elements.hpp>

namespace ravel::detail {

#define RAVEL_INSTANTIATE(T) template RAVEL_API own_elements<T> own_elements_of(const node<T>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
