// expect: deleted.*(no_distributed_form|not distributed)
// line: 12
// A verb of two operands that has no distributed form says so, also along dims.
#include <ravel/mpi.hpp>
#include <ravel/mpi/named.hpp>
#include <ravel/ravel.hpp>

auto related(const ravel::mpi::tensor<double>& t, const ravel::dim& i, const ravel::dim& j) {
#ifdef CONTROL
  return mean(t(i, j) * t(j, i), {i, j});
#else
  return least_squares(t(i, j), t(j, i), {i, j});
#endif
}
