// SPDX-License-Identifier: BSL-1.0
// Collecting and storing entries.
#include <ravel/reader/detail/entries.hpp>

namespace ravel::detail {

#define RAVEL_INSTANTIATE(T)                                                                \
  template RAVEL_API entry_array<T> collected(entry_stream<T>&, index_t);                   \
  template RAVEL_API shared_entries<T> entry_pass::kept(const node<T>&);                    \
  template RAVEL_API collected_entries<T> entries_between(entries_of<T>, index_t, index_t); \
  template RAVEL_API bool store_entries(const node<T>&, const node<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
