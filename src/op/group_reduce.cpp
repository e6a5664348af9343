// SPDX-License-Identifier: BSL-1.0
// The order of the keys of groups, for what most keys are.
#include <ravel/op/group_reduce.hpp>

namespace ravel::detail {

template <class K>
buffer<index_t> order_in_src(const buffer<K>& keys) {
  return argsort(keys);
}
#define RAVEL_INSTANTIATE(T) template RAVEL_API buffer<index_t> order_in_src(const buffer<T>&);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
RAVEL_INSTANTIATE(std::string)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
