// SPDX-License-Identifier: BSL-1.0
// The greatest elements, for the common types.
#include <ravel/base/error.hpp>
#include <ravel/op/order/top_k.hpp>

namespace ravel::detail {

void throw_top_k(index_t k, index_t n) {
  throw value_error(text() << "the top " << k << " of " << counted(n, "element") << ": k must be from 0 to " << n);
}

template <class T>
buffer<index_t> top_k_in_src(const node<T>& of, index_t k) {
  greatest before;
  return top_k(of, k, before);
}
#define RAVEL_INSTANTIATE(T) template RAVEL_API buffer<index_t> top_k_in_src(const node<T>&, index_t);
RAVEL_FOR_EACH_SORTED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
