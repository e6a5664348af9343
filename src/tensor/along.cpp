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

#define RAVEL_INSTANTIATE(T)                                                                           \
  template RAVEL_API memory_order memory_order_of(const tensor<T>&);                                   \
  template RAVEL_API memory_order memory_order_of(const tensor<const T>&);                             \
  template RAVEL_API void each_piece<T>(const tensor<const T>&, std::type_identity_t<piece_taker<T>>); \
  template RAVEL_API tensor<T> in_axis_order(const tensor<T>&, const axis_list&);                      \
  template RAVEL_API tensor<T> in_axis_order_of_view(const tensor<T>&, const axis_list&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
