// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/error.hpp>
#include <ravel/sparse/to_sparse.hpp>

namespace ravel::detail {

void throw_no_level(index_t code, index_t place, index_t levels) {
  throw index_error(text() << "one_hot: code " << code << " at " << place << " is outside [0, " << levels << ")");
}

}  // namespace ravel::detail
