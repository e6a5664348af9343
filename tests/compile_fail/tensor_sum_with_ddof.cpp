// expect: deleted.*sum\(t, axes, nan_policy::skip, keep\)
// line: 7
#include <ravel/op.hpp>

auto total(const ravel::tensor<double>& t) {
#ifndef CONTROL
  return sum(t, 0, ravel::ddof{1});
#else
  return sum(t, 0, ravel::keep, ravel::nan_policy::skip) + var(t, 0, ravel::ddof{1}, ravel::keep);
#endif
}
