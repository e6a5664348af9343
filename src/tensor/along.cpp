// SPDX-License-Identifier: BSL-1.0
// Shared code of work along axes, for tensors of the closed set.
#include <ravel/tensor/detail/along.hpp>
#include <ravel/tensor/into.hpp>

namespace ravel::detail {

memory_order memory_order_by(function_ref<void(std::vector<laid_map>&)> add_maps) {
  std::vector<laid_map> maps;
  add_maps(maps);
  return memory_order(maps);
}

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

#define RAVEL_INSTANTIATE(T)                                                                           \
  template RAVEL_API memory_order memory_order_of(const tensor<T>&);                                   \
  template RAVEL_API memory_order memory_order_of(const tensor<const T>&);                             \
  template RAVEL_API void each_piece<T>(const tensor<const T>&, std::type_identity_t<piece_taker<T>>); \
  template RAVEL_API tensor<T> in_axis_order(const tensor<T>&, const axis_list&);                      \
  template RAVEL_API tensor<T> in_axis_order_of_view(const tensor<T>&, const axis_list&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
