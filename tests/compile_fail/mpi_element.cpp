// expect: deleted.*mpi::at\(t, \{i, j\}\)
// line: 11
// One element may be on another rank, so reading it is collective.
#include <ravel/mpi.hpp>
#include <ravel/ravel.hpp>

double element(const ravel::mpi::tensor<double>& t) {
#ifdef CONTROL
  return ravel::mpi::at(t, {1, 2});
#else
  return t(1, 2);
#endif
}
