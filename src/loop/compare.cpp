// SPDX-License-Identifier: BSL-1.0
// equal and close for readers of one type.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/loop/compare.hpp>

namespace ravel::detail {

template <class T>
bool equal_in_src(const node<T>& x, const node<T>& y) {
  return every_pair(x, y, equals{});
}
#define RAVEL_INSTANTIATE(T) template RAVEL_API bool equal_in_src(const node<T>&, const node<T>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

template <class T>
bool near_in_src(const node<T>& x, const node<T>& y, near how) {
  return every_pair(x, y, how);
}
#define RAVEL_INSTANTIATE(T) template RAVEL_API bool near_in_src(const node<T>&, const node<T>&, near);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
