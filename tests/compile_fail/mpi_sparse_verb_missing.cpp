// expect: deleted.*not distributed, or not so
// line: 11
// A verb that sparse tensors over ranks lack says so.
#include <ravel/mpi/sparse.hpp>
#include <ravel/ravel.hpp>

auto middle(const ravel::mpi::sparse_tensor<double>& s) {
#ifdef CONTROL
  return median(collect(s));
#else
  return median(s);
#endif
}
