// SPDX-License-Identifier: BSL-1.0
// The message for readers that store all of their elements, or none.
#include <ravel/base/error.hpp>
#include <ravel/op/stored.hpp>

namespace ravel::detail {

void throw_not_sparse(const char* operation, index_t size) {
  throw value_error(text() << operation << " of a reader of " << size
                           << " elements that is not sparse: it has no fill. to_sparse(x) of <ravel/sparse.hpp> makes a sparse one of it");
}

}  // namespace ravel::detail
