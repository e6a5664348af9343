// expect: deleted.*a size, position or axis is an integer: round a real number as you mean it
// line: 17
// The width of a window is never rounded, nor is a place.
#include <ravel/op/fold/reducers.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/op/keys/rolling_by.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/op/windows/downsample.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/op/windows/rolling_order.hpp>

auto means(const ravel::tensor<double>& t) {
#ifdef CONTROL
  return rolling(t, 2, ravel::reducer::mean, 1);
#else
  return rolling(t, 2.5, ravel::reducer::mean, 1);
#endif
}
