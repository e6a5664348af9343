// SPDX-License-Identifier: BSL-1.0
// The first positions of many values, for the common types.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/op/search/index_of.hpp>

namespace ravel::detail {

template <class T>
buffer<index_t> first_places_in_src(const node<T>& elements, const node<T>& values) {
  return first_places(elements, values);
}
#define RAVEL_INSTANTIATE(T) template RAVEL_API buffer<index_t> first_places_in_src(const node<T>&, const node<T>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
