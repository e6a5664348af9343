// SPDX-License-Identifier: BSL-1.0
// Instantiates buffers of the elements of the closed set.
#include <ravel/storage/buffer.hpp>

namespace ravel {

#define RAVEL_INSTANTIATE(T)                                                \
  template RAVEL_API detail::shared_untyped detail::nothing_in_memory<T>(); \
  template RAVEL_API buffer<T> detail::unfilled_buffer<T>(index_t);         \
  template RAVEL_API buffer<T> detail::buffer_of(const T*, index_t);        \
  template RAVEL_API buffer<T> detail::filled_buffer(index_t, const T&);    \
  template RAVEL_API buffer<T> make_buffer<T>(index_arg);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel
