// SPDX-License-Identifier: BSL-1.0
// Lines along an axis, and what runs along them for the closed set.
#include <ravel/tensor/compute.hpp>
#include "op/fold/carry.hpp"

namespace ravel::detail {

axis_list with_axis_last(index_t axis, index_t rank) {
  const index_t last = check_axis(axis, rank);
  axis_list order;
  for (index_t k = 0; k < rank; ++k) {
    if (k != last) order.push_back(k);
  }
  order.push_back(last);
  return order;
}

shape without_axis(const shape& of, index_t axis) {
  axis_list left(of.begin(), of.end());
  left.erase(left.begin() + check_axis(axis, of.rank()));
  return ints(as_span(left));
}

dims line_of(const dims& map, index_t axis, index_t line) {
  const index_t along = check_axis(axis, map.rank());
  dims view = map;
  for (index_t k = map.rank(); k-- > 0;) {
    if (k == along) continue;
    view = view.select(k, line % map.extent(k));
    line /= map.extent(k);
  }
  return view;
}

template <class How, class T>
tensor<typename How::out> running_in_src(const tensor<const T>& x, index_t axis, const tensor<typename How::out>* given) {
  if constexpr (integer_element<T> && !std::same_as<typename How::out, T>) {  // a total, that of the wide integers
    using W = typename How::out;
    return running_in_src<typename How::template of<W>, W>(map(widened<W>{}, x), axis, given);
  } else {
    return running_lines<How, T>(x, axis, given);
  }
}
#define RAVEL_RUNNING(How, By, T)                                                                                    \
  template RAVEL_API tensor<typename How<By, T>::out> running_in_src<How<By, T>, T>(const tensor<const T>&, index_t, \
                                                                                    const tensor<typename How<By, T>::out>*);
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

template <class T>
tensor<T> sorted_lines_in_src(const tensor<const T>& x, const tensor<T>* given, index_t axis, sort_order direction) {
  return sorted_lines(x, given, axis, direction);
}
#define RAVEL_INSTANTIATE(T) \
  template RAVEL_API tensor<T> sorted_lines_in_src(const tensor<const T>&, const tensor<T>*, index_t, sort_order);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
RAVEL_INSTANTIATE(std::string)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
