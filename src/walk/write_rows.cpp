// SPDX-License-Identifier: BSL-1.0
// Writing rows for the closed set.
#include <ravel/walk/write_rows.hpp>

namespace ravel::detail {

#define RAVEL_INSTANTIATE(T)                                                                                  \
  template RAVEL_API const T* pull_once(const row_piece&, const node<T>&, index_t, T*, arena&, loaded_list&); \
  template RAVEL_API void look_at_base(shared_blocks&, const node<T>&);                                       \
  template RAVEL_API void write_rows(const any_expression<T>&, const tensor_node<T>&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
