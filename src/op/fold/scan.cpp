// SPDX-License-Identifier: BSL-1.0
// Running sums, products and extremes of sparse lines of the closed set.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/op/fold/scan.hpp>

namespace ravel::detail {

template <class How, class T>
buffer<typename How::out> running_by_entries_in_src(const node<T>& line) {
  return running_by_entries<How, T>(line);
}

#define RAVEL_RUNNING(How, By, T) template RAVEL_API buffer<How<By, T>::out> running_by_entries_in_src<How<By, T>, T>(const node<T>&);
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
