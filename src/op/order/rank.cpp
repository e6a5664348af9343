// SPDX-License-Identifier: BSL-1.0
// Ranks, for the common types.
#include <ravel/op/order/rank.hpp>

namespace ravel::detail {

template <class T>
buffer<double> ranks_in_src(const node<T>& source, rank_ties ties) {
  return ranks_of(source, order_in_src(source, {}), ties);
}
#define RAVEL_INSTANTIATE(T) template RAVEL_API buffer<double> ranks_in_src(const node<T>&, rank_ties);
RAVEL_FOR_EACH_SORTED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
