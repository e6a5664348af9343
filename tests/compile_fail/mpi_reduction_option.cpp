// expect: deleted.*[nN]o_distributed_form
// line: 10
// A distributed sum takes no options.
#include <ravel/mpi.hpp>
#include <ravel/ravel.hpp>
double total(const ravel::mpi::tensor<double>& t) {
#ifdef CONTROL
  return sum(t);
#else
  return sum(t, ravel::nan_policy::skip);
#endif
}
