// expect: deleted.*a shape is given to a reader: as_tensor\(borrow\(x\), \{2, 3\}\)
// line: 9
#include <ravel/tensor.hpp>

auto table(std::vector<double>& x) {
#ifdef CONTROL
  return as_tensor(ravel::borrow(x), {2, 3});
#else
  return ravel::borrow(x, {2, 3});
#endif
}
