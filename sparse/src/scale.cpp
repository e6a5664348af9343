// SPDX-License-Identifier: BSL-1.0
// Checks the shapes of a matrix and of the factors of its lines.
#include <ravel/base/error.hpp>
#include <ravel/sparse/matrix.hpp>

namespace ravel::detail {

void check_factors(const char* function, const char* lines, const shape& matrix, const shape& factors) {
  const index_t wanted = matrix[lines[0] == 'r' ? 0 : 1];
  if (factors.rank() != 1 || factors[0] != wanted) {
    throw shape_error(text() << function << ": factors of shape " << to_string(factors) << " for the " << wanted << " " << lines << " of "
                             << to_string(matrix));
  }
}

}  // namespace ravel::detail
