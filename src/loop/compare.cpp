// SPDX-License-Identifier: BSL-1.0
// equal and close for readers of one type.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/loop/compare.hpp>

namespace ravel::detail {

#define RAVEL_INSTANTIATE(T) template RAVEL_API bool every_pair(const node<T>&, const node<T>&, equals);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE
#define RAVEL_INSTANTIATE(T) template RAVEL_API bool every_pair(const node<T>&, const node<T>&, near);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
