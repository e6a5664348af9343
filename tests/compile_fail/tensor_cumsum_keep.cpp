// expect: deleted.*along one axis, which stays
// line: 7
#include <ravel/op.hpp>

auto running(const ravel::tensor<double>& t) {
#ifndef CONTROL
  return cumsum(t, 0, ravel::keep);
#else
  return cumsum(t, 0, ravel::nan_policy::skip);
#endif
}
