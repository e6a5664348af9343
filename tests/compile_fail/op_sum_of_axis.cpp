// expect: deleted.*a tensor has axes: sum
// line: 7
#include <ravel/op.hpp>

auto total(const ravel::buffer<double>& b) {
#ifndef CONTROL
  return sum(b, 0);
#else
  return sum(b) + min(b, ravel::nan_policy::skip);
#endif
}
