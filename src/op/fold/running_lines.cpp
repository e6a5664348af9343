// SPDX-License-Identifier: BSL-1.0
// Running totals and extremes along an axis, for the closed set.
#include <ravel/tensor/compute.hpp>
#include "op/fold/carry.hpp"

namespace ravel::detail {

template <class Fold, class T>
tensor<typename Fold::out> running_in_src(const tensor<const T>& x, index_t axis, const tensor<typename Fold::out>* given) {
  if constexpr (integer_element<T> && !std::same_as<typename Fold::out, T>) {  // a total: use the loop of the wide integers
    using W = typename Fold::out;
    return running_in_src<typename Fold::template of<W>, W>(map(widened<W>{}, x), axis, given);
  } else {
    return running_lines<Fold, T>(x, axis, given);
  }
}
#define RAVEL_RUNNING(Fold, By, T)                                                                                     \
  template RAVEL_API tensor<typename Fold<By, T>::out> running_in_src<Fold<By, T>, T>(const tensor<const T>&, index_t, \
                                                                                      const tensor<typename Fold<By, T>::out>*);
#define RAVEL_INSTANTIATE(T)                    \
  RAVEL_RUNNING(running_total, checked_plus, T) \
  RAVEL_RUNNING(running_total, checked_times, T)
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE
#define RAVEL_INSTANTIATE(T)               \
  RAVEL_RUNNING(running_extreme, least, T) \
  RAVEL_RUNNING(running_extreme, greatest, T)
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE
#undef RAVEL_RUNNING

}  // namespace ravel::detail
