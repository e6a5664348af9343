// SPDX-License-Identifier: BSL-1.0
// Counts of entries for most element types, and the error message for readers that are not sparse.
#include <ravel/base/error.hpp>
#include <ravel/loop/stored.hpp>

namespace ravel::detail {

void throw_not_sparse(const char* operation, index_t size) {
  throw value_error(text() << operation << " of a reader of " << counted(size, "element")
                           << " that is not sparse: it has no fill. to_sparse(x) of <ravel/sparse.hpp> makes a sparse one of it");
}

#define RAVEL_INSTANTIATE(T)                                          \
  template RAVEL_API void check_sparse(const char*, const node<T>&);  \
  template RAVEL_API index_t count_entries(const node<T>&);           \
  template RAVEL_API buffer<index_t> entry_positions(const node<T>&); \
  template RAVEL_API buffer<T> entry_values(const node<T>&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
