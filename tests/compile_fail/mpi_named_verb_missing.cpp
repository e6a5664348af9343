// expect: deleted.*(no_distributed_form|not distributed)
// line: 13
// A verb that names have on one machine, but not over ranks, says so.
#include <ravel/mpi.hpp>
#include <ravel/mpi/named.hpp>
#include <ravel/ravel.hpp>

auto running(const ravel::mpi::tensor<double>& t, const ravel::dim& i, const ravel::dim& j) {
#ifdef CONTROL
  return cumsum(t(i, j), i);
#else
  // No form of it along dims is distributed.
  return quantile(t(i, j), ravel::tensor<double>{0.1, 0.9}, i);
#endif
}
