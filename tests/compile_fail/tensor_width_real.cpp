// expect: deleted.*a size, position or axis is an integer: round a real number as you mean it
// line: 12
// The width of a window is never rounded, nor is a place.
#include <ravel/op/fold/reducers.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/op/windows/neighbours.hpp>

auto means(const ravel::tensor<double>& t) {
#ifdef CONTROL
  return rolling(t, 2, ravel::reducer::mean, 1);
#else
  return rolling(t, 2.5, ravel::reducer::mean, 1);
#endif
}
