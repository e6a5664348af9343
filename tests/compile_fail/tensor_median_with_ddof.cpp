// expect: deleted.*with a quantile_rule
// line: 7
#include <ravel/op.hpp>

auto middle(const ravel::tensor<double>& t) {
#ifndef CONTROL
  return median(t, 0, ravel::ddof{1});
#else
  return median(t, 0, ravel::nan_policy::skip, ravel::keep);
#endif
}
