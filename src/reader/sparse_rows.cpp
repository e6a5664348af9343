// SPDX-License-Identifier: BSL-1.0
// The error message for columns that change while a matrix is made of them.
#include <ravel/base/error.hpp>
#include <ravel/reader/detail/sparse_rows.hpp>

namespace ravel::detail {

void throw_changed_column(index_t row, index_t column) {
  throw value_error(text() << "column " << column << " in row " << row << " was written after the array was adopted");
}

}  // namespace ravel::detail
