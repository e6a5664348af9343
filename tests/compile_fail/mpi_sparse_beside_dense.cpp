// expect: deleted
// line: 11
// A dense operand beside a sparse one would make all elements: that is not done silently.
#include <ravel/mpi/sparse.hpp>
#include <ravel/ravel.hpp>

auto sums(const ravel::mpi::sparse_tensor<double>& s, const ravel::mpi::tensor<double>& t) {
#ifdef CONTROL
  return clone(s) + t;
#else
  return s + t;
#endif
}
