// SPDX-License-Identifier: BSL-1.0
// Maps and shapes of lines along an axis.
#include <ravel/op/fold/detail/axis_lines.hpp>
#include <ravel/tensor/views.hpp>

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

}  // namespace ravel::detail
