// expect: deleted.*[nN]o_distributed_form
// line: 10
// A distributed sum of all elements takes a policy about NaN, and nothing else.
#include <ravel/mpi.hpp>
#include <ravel/ravel.hpp>
double total(const ravel::mpi::tensor<double>& t) {
#ifdef CONTROL
  return sum(t, ravel::nan_policy::skip);
#else
  return sum(t, ravel::keep);
#endif
}
