// expect: deleted.*[nN]o_distributed_form
// line: 12
// Nothing moves silently: a verb without a distributed form says so.
#include <ravel/mpi.hpp>
#include <ravel/ravel.hpp>

auto transformed(const ravel::mpi::tensor<double>& t) {
#ifdef CONTROL
  return fft(t.local(), 0);
#else
  // No form of it is distributed.
  return fft(t, 0);
#endif
}
