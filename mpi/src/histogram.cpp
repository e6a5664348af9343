// SPDX-License-Identifier: BSL-1.0
// Sums of counts over ranks.
#include <ravel/mpi/histogram.hpp>

namespace ravel {
namespace mpi {
namespace detail {

void agree_on(const char* operation, const world& ranks, const ravel::buffer<double>& arguments) {
  collectively(ranks, operation, [&] {
    ravel::detail::text said;
    said << "by " << arguments.size() << " numbers:";
    for (const double a : arguments) said << " " << a;
    return static_cast<std::string>(said);
  });
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
