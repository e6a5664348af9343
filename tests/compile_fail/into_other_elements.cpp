// expect: into\{t\}: the result has elements of another type than t
// A result in single precision does not go into doubles.
#include <ravel/op/signal/filters.hpp>
#include <ravel/op/signal/find_peaks.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/tensor/make.hpp>

void smooth(const ravel::tensor<float>& frame) {
#ifdef CONTROL
  const auto result = ravel::empty<float>({4});
#else
  const auto result = ravel::empty<double>({4});
#endif
  detrend(frame, ravel::into{result});
}
