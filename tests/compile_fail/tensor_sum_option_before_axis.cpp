// expect: deleted.*RAVEL_AXES_COME_FIRST
// line: 10
// The second argument of an operation along axes is always an axis.
#include <ravel/op.hpp>

auto along(const ravel::tensor<double>& t) {
#ifdef CONTROL
  return sum(t, 0, ravel::keep);
#else
  return sum(t, ravel::keep, 0);
#endif
}
