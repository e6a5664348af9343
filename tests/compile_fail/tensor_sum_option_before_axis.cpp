// expect: deleted.*sum\(t, axes, nan_policy::skip, keep\)
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
