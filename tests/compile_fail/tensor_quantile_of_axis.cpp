// expect: deleted.*at a floating q: .*quantile\(t, 0.5, axes\)
// line: 7
#include <ravel/op.hpp>

auto least(const ravel::tensor<double>& t) {
#ifndef CONTROL
  return quantile(t, 0);
#else
  return quantile(t, 0.0, 0);
#endif
}
