// expect: deleted.*variance\(t, axes, ddof\{1\}, keep\)
// line: 10
// The second argument of an operation along axes is always an axis.
#include <ravel/op.hpp>

auto along(const ravel::tensor<double>& t) {
#ifdef CONTROL
  return variance(t, {0, 1}, ravel::ddof{1});
#else
  return variance(t, ravel::ddof{1}, {0, 1});
#endif
}
