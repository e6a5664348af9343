// SPDX-License-Identifier: BSL-1.0
// Sparse buffers for the closed set of element types.
#include <ravel/sparse/tensor.hpp>

namespace ravel::detail {

#define RAVEL_INSTANTIATE(T)                                                                                                 \
  template RAVEL_API entry_array<T> overlaid(const entry_block<T>&, const entry_block<T>&, const position_order&, const T&); \
  template class sparse_node<T>;                                                                                             \
  template RAVEL_API sparse_buffer<T> sparse_buffer_of(index_t, const T&, entry_array<T>);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
