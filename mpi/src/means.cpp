// SPDX-License-Identifier: BSL-1.0
// Adds up weights in their order.
#include <ravel/mpi/means.hpp>

namespace ravel {
namespace mpi {
namespace detail {

double total_without(const weights& given, const ravel::tensor<index_t>& positions) {
  double total = 0;
  index_t next = 0;
  for (index_t i = 0; i < given.size(); ++i) {
    if (next < positions.size() && positions(next) == i) {
      ++next;
    } else {
      total += given.span()[static_cast<std::size_t>(i)];
    }
  }
  return total;
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
