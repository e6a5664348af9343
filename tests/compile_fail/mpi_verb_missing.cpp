// expect: deleted.*[nN]o_distributed_form
// line: 12
// Nothing moves silently: a verb without a distributed form says so.
#include <ravel/mpi.hpp>
#include <ravel/ravel.hpp>

auto peaks(const ravel::mpi::tensor<double>& t) {
#ifdef CONTROL
  return find_peaks(t.local(), ravel::peak_height{1});
#else
  // No form of it is distributed.
  return find_peaks(t, ravel::peak_height{1});
#endif
}
