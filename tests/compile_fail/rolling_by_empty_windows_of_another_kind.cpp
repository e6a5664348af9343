// expect: empty_windows\{v\} wants a value of the type that the windows give
#include <ravel/op.hpp>

auto sums(const std::vector<int>& keys, const std::vector<int>& values) {
#ifndef CONTROL
  return ravel::rolling_by(keys, values, 2, ravel::reducer::sum, ravel::empty_windows{2.5});
#else
  return ravel::rolling_by(keys, values, 2, ravel::reducer::sum, ravel::empty_windows{2});
#endif
}
