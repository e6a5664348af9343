// expect: a distribution is given twice
// Groups lie in one way.
#include <ravel/mpi.hpp>
#include <ravel/ravel.hpp>

namespace mpi = ravel::mpi;

auto of(const mpi::tensor<int>& keys, const mpi::tensor<double>& values) {
#ifdef CONTROL
  return group_reduce(keys, values, ravel::reducer::sum, mpi::cyclic{0});
#else
  return group_reduce(keys, values, ravel::reducer::sum, mpi::cyclic{0}, mpi::blocks{0});
#endif
}
