// SPDX-License-Identifier: BSL-1.0
// The message for foreign memory that cannot be read.
#include <ravel/base/error.hpp>
#include <ravel/storage/buffer.hpp>

namespace ravel::detail {

void throw_bad_memory(const void* memory, index_t count, index_t alignment) {
  if (!memory) throw value_error(text() << "the memory is null, and " << counted(count, "element") << " were promised in it");
  throw value_error(text() << "the memory is at an address that is not a multiple of " << alignment << ", as its "
                           << counted(count, "element needs", "elements need") << ": copy it to aligned memory first");
}

#define RAVEL_INSTANTIATE(T) template class memory_node<T>;
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
