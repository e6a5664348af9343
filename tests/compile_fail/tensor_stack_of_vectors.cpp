// expect: deleted.*nobody owns these elements: borrow\(x\) looks at them
// line: 9
#include <ravel/tensor.hpp>

auto pairs(const std::vector<double>& x) {
#ifdef CONTROL
  return stack(ravel::along(1), ravel::borrow(x), ravel::borrow(x));
#else
  return stack(ravel::along(1), x, x);
#endif
}
