// SPDX-License-Identifier: BSL-1.0
// What is said of columns that changed while a matrix was made of them.
#include <ravel/base/error.hpp>
#include <ravel/reader/detail/row_entries.hpp>

namespace ravel::detail {

void throw_changed_column(index_t row, index_t column) {
  throw value_error(text() << "column " << column << " in row " << row << " was written after the array was adopted");
}

}  // namespace ravel::detail
